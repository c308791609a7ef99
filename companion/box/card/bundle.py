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
from companion.box.card.errors import CardError
from companion.box.card.signature import read_signature
from companion.box.service.folders import NAME

SUMS = "SHA256SUMS"
_XZ = b"\xfd7zXZ\0"
ON_THE_CARD = tuple(
    f"systemd/{name}"
    for name in (
        *("first-boot", "early_splash.py", "install", "slots.sh", "boot_config.sh"),
        "allowed_signers",
    )
)
"""The files of a bundle that also lie on the card by themselves: what the first start runs."""


class Bundle(NamedTuple):
    """A checked bundle: its bytes, and those of its files that the card needs, by their names."""

    file: str
    """Its name on the card."""
    architecture: str
    data: bytes
    parts: Mapping[str, bytes]
    signature: bytes | None
    """None if nobody has signed it."""


def read_bundle(path: Path, *, unsigned: bool = False) -> Bundle:
    """Read and check a bundle of this version; raises CardError.

    One that nobody has signed is refused, unless it may be ``unsigned``.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CardError("no-bundle", path=path, why=error.strerror or error) from error
    if not data.startswith(_XZ):
        raise CardError("not-a-bundle", path=path)
    signature = read_signature(path, data)
    if signature is None and not unsigned:
        raise CardError("unsigned", path=path)
    files, parts = _read_files(path, data)
    version, architecture = _read_manifest(path, parts)
    if version != __version__:
        raise CardError("other-version", path=path, version=version, own=__version__)
    if _listed_sums(parts.get(SUMS, b"")) != {k: v for k, v in files.items() if k != SUMS}:
        raise CardError("broken-bundle", path=path)
    try:
        ours = {Path(each).name: parts[each] for each in ON_THE_CARD}
    except KeyError as missing:
        raise CardError("not-a-bundle", path=path) from missing
    file = f"{NAME}-{version}-{architecture}.tar.xz"
    return Bundle(file, architecture, data, ours, signature)


def _read_manifest(path: Path, parts: Mapping[str, bytes]) -> tuple[str, str]:
    """The bundle's version and architecture."""
    try:
        manifest = json.loads(parts["manifest.json"])
        found = manifest["name"], manifest["version"], manifest["architecture"]
    except (KeyError, TypeError, ValueError) as error:
        raise CardError("not-a-bundle", path=path) from error
    name, version, architecture = map(str, found)
    if name != NAME or not architecture.isalnum():
        raise CardError("not-a-bundle", path=path)
    return version, architecture


def _read_files(path: Path, data: bytes) -> tuple[dict[str, str], dict[str, bytes]]:
    """The SHA-256 of every file by its name below the top folder, and the bytes of a few."""
    wanted = {"manifest.json", SUMS, *ON_THE_CARD}
    sums, kept = {}, {}
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
