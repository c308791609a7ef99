"""Adds lines of ours to somebody else's text file, between two comments, and removes them."""

from companion.box.card.bundle import NAME

BEGIN, END = f"# {NAME}: begin", f"# {NAME}: end"


def remove_block(text: str) -> str:
    """Return the text without our block and the blank line before it."""
    kept: list[str] = []
    within = False
    for line in text.splitlines(keepends=True):
        if line.startswith(BEGIN):
            within = True
            if kept and not kept[-1].strip():
                kept.pop()
        elif not within:
            kept.append(line)
        elif line.rstrip() == END:
            within = False
    return "".join(kept)


def append_block(text: str, lines: str, begin: str = BEGIN) -> str:
    """Return the text with our block of ``lines`` at its end, in place of an earlier one."""
    text = remove_block(text)
    if text and not text.endswith("\n"):
        text += "\n"
    gap = "\n" if text else ""
    return f"{text}{gap}{begin}\n{lines}{END}\n"
