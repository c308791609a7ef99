"""Draws what the screen shows while the first start installs the companion, or why it could not."""

from PIL import Image

from companion.core.interfaces import Frame
from companion.text import Words
from companion.ui.screens import drawing, table_pieces
from companion.ui.screens.drawing import MIDDLE, SAFE_HEIGHT, SAFE_WIDTH
from companion.ui.screens.fonts import LARGE, MEDIUM, SMALL, TEXT, THIN

STEPS = 4
FAILURES = ("damaged", "architecture", "space", "signature", "unsigned", "installer")
TITLE_Y, BAR_Y, HINT_Y = 5, 28, 50
BAR_WIDTH, BAR_HEIGHT, BAR_GAP = 28, 14, 3
FIRST_BAR = MIDDLE - (STEPS * (BAR_WIDTH + BAR_GAP) - BAR_GAP) // 2
FAILED_Y = 3
REASON_Y = 20


def draw_step(step: int, words: Words) -> Image.Image:
    """Draw that the companion is being installed, as a row of bars: the first ``step`` are full."""
    image = drawing.blank_image()
    title, hint = words.say("first-boot.installing"), words.say("first-boot.takes-minutes")
    fonts = (LARGE, THIN, MEDIUM)
    drawing.draw_in_middle(image, MIDDLE, TITLE_Y, title, SAFE_WIDTH, *fonts, anchor="m")
    for place in range(STEPS):
        left = FIRST_BAR + place * (BAR_WIDTH + BAR_GAP)
        box = (left, BAR_Y, left + BAR_WIDTH, BAR_Y + BAR_HEIGHT)
        if place < step:
            drawing.draw_bar(image, box)
        else:
            table_pieces.draw_card(image, box)
    drawing.draw_in_middle(image, MIDDLE, HINT_Y, hint, SAFE_WIDTH, TEXT, SMALL, anchor="m")
    return image


def draw_failure(reason: str, words: Words) -> Image.Image:
    """Draw that the installation failed, and why: a key below ``first-boot.failed``."""
    image = drawing.blank_image()
    title, text = words.say("first-boot.failed"), words.say(f"first-boot.failed.{reason}")
    drawing.draw_in_middle(image, MIDDLE, FAILED_Y, title, SAFE_WIDTH, MEDIUM, TEXT, anchor="m")
    drawing.draw_rule(image, REASON_Y - 3)
    drawing.draw_paragraph(image, REASON_Y, text, SAFE_HEIGHT - REASON_Y)
    return image


def draw_first_boot(words: Words) -> dict[str, Frame]:
    """All pictures by name: each step, and each failure."""
    steps = {f"step-{step}": draw_step(step, words) for step in range(1, STEPS + 1)}
    failures = {f"failed-{reason}": draw_failure(reason, words) for reason in FAILURES}
    return {name: image.tobytes() for name, image in (steps | failures).items()}
