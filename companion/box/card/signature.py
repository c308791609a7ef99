"""Checks by OpenSSH's ssh-keygen who has made a bundle."""

import subprocess
from pathlib import Path

from companion.box.card.errors import CardError
from companion.box.service.folders import NAME

SIGNERS = Path(__file__).with_name("allowed_signers")
"""The public key of the project's releases; the installer has a copy of this file."""
SIGNER = f"releases@{NAME}"
SUFFIX = ".sig"


def read_signature(bundle: Path, data: bytes) -> bytes | None:
    """Return the signature that lies beside a bundle, which is ``data``; None if none does.

    Raises CardError if it is not the project's, or can't be checked.
    """
    file = bundle.with_name(f"{bundle.name}{SUFFIX}")
    try:
        signature = file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CardError("no-bundle", path=file, why=error.strerror or error) from error
    checks: list[str | Path] = [
        "ssh-keygen",
        "-Y",
        "verify",
        "-f",
        SIGNERS,
        "-I",
        SIGNER,
        "-n",
        NAME,
        "-s",
        file,
    ]
    try:
        done = subprocess.run(checks, input=data, capture_output=True, check=False)
    except OSError as error:
        raise CardError("no-ssh-keygen") from error
    if done.returncode != 0:
        raise CardError("bad-signature", path=bundle)
    return signature
