"""Which machine this is."""

from pathlib import Path

MODEL = "proc/device-tree/model"


def read_model(root: Path = Path("/")) -> str:
    """Return what the machine calls itself, like "Raspberry Pi 5 Model B Rev 1.0"; "" if nothing.

    ``root`` is the folder under which its files are looked for.
    """
    try:
        return (root / MODEL).read_text(errors="replace").rstrip("\0\n")
    except OSError:
        return ""


def is_raspberry_pi(root: Path = Path("/")) -> bool:
    """Whether the machine is a Raspberry Pi of any model."""
    return read_model(root).startswith("Raspberry Pi")
