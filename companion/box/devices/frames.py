"""Frames in the controllers' byte order, the columns that a change touches, rotation and shift.

The controllers keep eight pages of 128 bytes: a byte is eight pixels of one column, the topmost in
its lowest bit. Pure functions, without Pillow: four times faster than its transposition.
"""

from collections.abc import Iterator

from companion.core.interfaces import HEIGHT, WIDTH, Frame

CONTRAST = 0xCF
"""A panel's contrast at its full brightness, 0 to 255: what luma gives the SSD1306."""
FRAME_BYTES = WIDTH * HEIGHT // 8
"""The length of every frame."""
PAGES = HEIGHT // 8
"""Pages of the controllers' memory, of eight rows each."""
_ROW = WIDTH // 8

# A table for bytes.translate that reorders two pages' rows into blocks of 8x8 pixels: for each
# block, where its eight bytes stand, the lowest row first.
_BLOCKS = bytes(
    page * WIDTH + row * _ROW + block
    for page in range(2)
    for block in range(_ROW)
    for row in reversed(range(8))
)
# Steps of the transposition of 8x8 bits: (distance of the bits to swap, mask of their places).
_SWAPS = tuple(
    (shift, int.from_bytes(bytes.fromhex(mask) * (FRAME_BYTES // 8)))
    for shift, mask in (
        (7, "00AA00AA00AA00AA"),
        (14, "0000CCCC0000CCCC"),
        (28, "00000000F0F0F0F0"),
    )
)
_REVERSED_BITS = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
_ALL_BUT_FIRST_COLUMN = int.from_bytes((b"\x7f" + b"\xff" * (_ROW - 1)) * HEIGHT)


def check_frame(frame: Frame) -> Frame:
    """Return ``frame``; raises ValueError unless it has exactly 1,024 bytes."""
    if len(frame) != FRAME_BYTES:
        raise ValueError(f"a frame has {FRAME_BYTES} bytes, not {len(frame)}")
    return frame


def check_brightness(share: float) -> float:
    """Return ``share``, of a panel's brightness; raises ValueError unless it is from 0 to 1."""
    if not 0 <= share <= 1:
        raise ValueError(f"a brightness is from 0 to 1, not {share}")
    return share


def rotate_frame(frame: Frame) -> Frame:
    """Rotate the picture by 180 degrees."""
    return frame.translate(_REVERSED_BITS)[::-1]


def shift_frame(frame: Frame, right: int, down: int) -> Frame:
    """Shift the picture by 0 or 1 pixels right and down; what leaves the frame is lost."""
    if right:
        bits = int.from_bytes(frame) >> 1 & _ALL_BUT_FIRST_COLUMN
        frame = bits.to_bytes(FRAME_BYTES)
    return bytes(_ROW) + frame[:-_ROW] if down else frame


def to_pages(frame: Frame) -> bytes:
    """Return the frame's 1,024 bytes in the controllers' order, page after page."""
    # The whole frame is transposed as one long number, all its 128 blocks at once.
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


def changed_columns(before: bytes, after: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield (page, first column, column after the last) for each page that has changed.

    ``before`` and ``after`` are in the controllers' order. The run of columns reaches from the
    first that has changed to the last.
    """
    difference = (int.from_bytes(before) ^ int.from_bytes(after)).to_bytes(FRAME_BYTES)
    for page in range(PAGES):
        columns = difference[page * WIDTH : (page + 1) * WIDTH].rstrip(b"\0")
        if columns:
            yield page, len(columns) - len(columns.lstrip(b"\0")), len(columns)
