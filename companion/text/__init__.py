"""Every word shown, printed or spoken, by key and language; nothing is worded anywhere else."""

from companion.text.words import Words

__all__ = ["Words"]
