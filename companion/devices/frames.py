"""A frame as the controllers hold it, and the least of it that must be sent after a change.

Both controllers keep eight pages of 128 bytes: a byte is eight pixels of one column, the topmost
in its lowest bit. Pure, and without Pillow: four times faster than its transposition.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from companion.interfaces import HEIGHT, WIDTH, Frame

FRAME_BYTES = WIDTH * HEIGHT // 8
"""The length of every frame."""
PAGES = HEIGHT // 8
"""Pages of the controllers' memory, of eight rows each."""
_ROW = WIDTH // 8

# The same place of two pages' rows, as bytes.translate wants it: for each block of 8x8 pixels,
# block after block, where its eight bytes stand, the lowest row first.
_BLOCKS = bytes(
    page * WIDTH + row * _ROW + block
    for page in range(2)
    for block in range(_ROW)
    for row in reversed(range(8))
)
# Steps of the transposition of 8x8 bits: parts so far apart, marked so in each block, change place.
_SWAPS = tuple(
    (shift, int.from_bytes(bytes.fromhex(mask) * (FRAME_BYTES // 8)))
    for shift, mask in (
        (7, "00AA00AA00AA00AA"),
        (14, "0000CCCC0000CCCC"),
        (28, "00000000F0F0F0F0"),
    )
)
_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def checked(frame: Frame) -> Frame:
    """Return ``frame``; raises ValueError unless it has exactly 1,024 bytes."""
    if len(frame) != FRAME_BYTES:
        raise ValueError(f"a frame has {FRAME_BYTES} bytes, not {len(frame)}")
    return frame


def checked_share(share: float) -> float:
    """Return ``share``, of a panel's brightness; raises ValueError unless it is from 0 to 1."""
    if not 0 <= share <= 1:
        raise ValueError(f"a brightness is from 0 to 1, not {share}")
    return share


def turned(frame: Frame) -> Frame:
    """The picture upside down, as a panel mounted the other way round needs it."""
    return frame.translate(_MIRRORED)[::-1]


def shifted(frame: Frame, right: int, down: int) -> Frame:
    """The picture moved by 0 or 1 pixels right and down; what is moved out is lost."""
    if right:
        bits = int.from_bytes(frame) >> 1 & _NOT_THE_FIRST_COLUMN
        frame = bits.to_bytes(FRAME_BYTES)
    return bytes(_ROW) + frame[:-_ROW] if down else frame


_NOT_THE_FIRST_COLUMN = int.from_bytes((b"\x7f" + b"\xff" * (_ROW - 1)) * HEIGHT)


def pages(frame: Frame) -> bytes:
    """The frame's 1,024 bytes as the controllers hold them, page after page."""
    # The whole frame is turned as one long number, all its 128 blocks at once.
    bits = int.from_bytes(
        b"".join(
            [
                _BLOCKS.translate(frame[at : at + 2 * WIDTH])
                for at in range(0, FRAME_BYTES, 2 * WIDTH)
            ]
        )
    )
    for shift, mask in _SWAPS:
        moved = (bits ^ bits >> shift) & mask
        bits ^= moved ^ moved << shift
    return bits.to_bytes(FRAME_BYTES)


class Box(NamedTuple):
    """Columns from ``left`` up to, without, ``right``, in pages from ``top`` up to ``bottom``."""

    left: int
    right: int
    top: int
    bottom: int

    @property
    def size(self) -> int:
        """Its bytes."""
        return (self.right - self.left) * (self.bottom - self.top)

    def cut(self, held: bytes) -> bytes:
        """Its bytes out of eight pages, page after page."""
        rows = range(self.top * WIDTH, self.bottom * WIDTH, WIDTH)
        return b"".join([held[row + self.left : row + self.right] for row in rows])


WHOLE = Box(0, WIDTH, 0, PAGES)


@cache
def _runs_with_gaps(gap: int) -> re.Pattern[bytes]:
    return re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % gap)


def runs(held: bytes, wanted: bytes, opening: int) -> Iterator[Box]:
    """The runs of columns in which two memories differ, one page high.

    To begin a run costs ``opening`` bytes, so two that lie no farther apart are told as one.
    """
    finditer = _runs_with_gaps(opening).finditer
    differing = (int.from_bytes(held) ^ int.from_bytes(wanted)).to_bytes(FRAME_BYTES)
    for page in range(PAGES):
        start = page * WIDTH
        for run in finditer(differing, start, start + WIDTH):
            left, right = run.span()
            yield Box(left - start, right - start, page, page + 1)


def joined(boxes: Iterable[Box], opening: int) -> list[Box]:
    """The boxes, those put into one that then cost no more, each costing ``opening`` and its size.

    Not always the cheapest covering, but never dearer than the boxes as they came.
    """
    done: list[Box] = []
    for box in boxes:
        while partner := _best_partner(box, done, opening):
            done.remove(partner)
            box = _around(box, partner)
        done.append(box)
    return done


def _best_partner(box: Box, others: list[Box], opening: int) -> Box | None:
    best, least = None, opening + box.size
    left, right, top, bottom = box
    for other in others:
        left2, right2, top2, bottom2 = other
        # written out, for this is asked for each pair of boxes
        width = (right if right > right2 else right2) - (left if left < left2 else left2)
        height = (bottom if bottom > bottom2 else bottom2) - (top if top < top2 else top2)
        more = width * height - (right2 - left2) * (bottom2 - top2)
        if more <= least:
            best, least = other, more
    return best


def _around(one: Box, two: Box) -> Box:
    return Box(
        min(one.left, two.left),
        max(one.right, two.right),
        min(one.top, two.top),
        max(one.bottom, two.bottom),
    )
