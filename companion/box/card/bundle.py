"""Reads a bundle, which `make dist` builds for one architecture, and checks all of it."""

import hashlib
import json
import lzma
import tarfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from companion import __version__
from companion.box.service.folders import NAME


class CardError(Exception):
    """A card can't be prepared: the key of the message below ``card.``, and its values."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key, values)
        self.key = f"card.{key}"
        self.values = values


SUMS = "SHA256SUMS"
_XZ = b"\xfd7zXZ\0"
ON_THE_CARD = ("systemd/first-boot", "systemd/early_splash.py")
"""The files of a bundle that also lie on the card by themselves."""


class Bundle(NamedTuple):
    """A checked bundle: its bytes, and those of its files that the card needs, by their names."""

    file: str
    """Its name on the card."""
    architecture: str
    data: bytes
    parts: Mapping[str, bytes]


def read_bundle(path: Path) -> Bundle:
    """Read and check a bundle of this version; raises CardError."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CardError("no-bundle", path=path, why=error.strerror or error) from error
    files, parts = _read_files(path, data)
    try:
        manifest = json.loads(parts["manifest.json"])
        found = manifest["name"], manifest["version"], manifest["architecture"]
    except (KeyError, TypeError, ValueError) as error:
        raise CardError("not-a-bundle", path=path) from error
    name, version, architecture = map(str, found)
    if name != NAME or not architecture.isalnum():
        raise CardError("not-a-bundle", path=path)
    if version != __version__:
        raise CardError("other-version", path=path, version=version, own=__version__)
    if _listed_sums(parts.get(SUMS, b"")) != {k: v for k, v in files.items() if k != SUMS}:
        raise CardError("broken-bundle", path=path)
    try:
        ours = {Path(each).name: parts[each] for each in ON_THE_CARD}
    except KeyError as missing:
        raise CardError("not-a-bundle", path=path) from missing
    return Bundle(f"{NAME}-{version}-{architecture}.tar.xz", architecture, data, ours)


def _read_files(path: Path, data: bytes) -> tuple[dict[str, str], dict[str, bytes]]:
    """The SHA-256 of every file by its name below the top folder, and the bytes of a few."""
    wanted = {"manifest.json", SUMS, *ON_THE_CARD}
    sums, kept = {}, {}
    if not data.startswith(_XZ):
        raise CardError("not-a-bundle", path=path)
    try:
        # All of it first: tarfile does not miss the end of a file that was cut short.
        with tarfile.open(fileobj=BytesIO(lzma.decompress(data)), mode="r:") as archive:
            for member in archive:
                opened = archive.extractfile(member) if member.isfile() else None
                if opened is None:
                    continue
                name, content = member.name.partition("/")[2], opened.read()
                sums[name] = hashlib.sha256(content).hexdigest()
                if name in wanted:
                    kept[name] = content
    except (lzma.LZMAError, tarfile.TarError) as error:
        raise CardError("broken-bundle", path=path) from error
    return sums, kept


def _listed_sums(text: bytes) -> dict[str, str]:
    """The sums of a file as sha256sum writes it, by name."""
    rows = (line.split(None, 1) for line in text.decode("utf-8", "replace").splitlines())
    return {row[1].lstrip("*").removeprefix("./"): row[0] for row in rows if len(row) == 2}
