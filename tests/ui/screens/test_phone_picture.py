"""The QR codes for phones: of one version for every address, and read from a photograph."""

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.core.interfaces import HEIGHT, WIDTH
from companion.games import words_in
from companion.ui.input.phone_picture import PhonePicture, WifiNetwork
from companion.ui.screens import render
from companion.ui.screens.phone_picture import LARGE_GROUND, SMALL_GROUND, draw_qr
from tests.ui.screens.cast import Cast
from tests.ui.screens.every import STAGES
from tests.ui.screens.stages_phone import JOINING, PICTURE

if TYPE_CHECKING:
    from numpy.typing import NDArray

MODULES = 25
"""Of version 2."""
SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
OCTETS = st.integers(0, 255)
PHOTOGRAPHS = 40
READ = 34
"""Of the photographs of a version 2 at 2 pixels a module."""


@given(
    st.tuples(OCTETS, OCTETS, OCTETS, OCTETS),
    st.integers(1, 65535),
    st.text(SIGNS, min_size=8, max_size=8),
)
def test_every_address_fits_into_version_2(octets: tuple[int, ...], port: int, code: str) -> None:
    picture = PhonePicture(address=".".join(map(str, octets)), port=port, code=code)
    assert len(picture.text) <= 38
    draw_qr.__wrapped__(picture.text, 1, SMALL_GROUND)  # too much data would be an error


@given(st.text(SIGNS.lower(), min_size=1, max_size=6), st.text(SIGNS, min_size=8, max_size=8))
def test_every_wifi_fits_into_version_2(name: str, password: str) -> None:
    picture = PhonePicture(wifi=WifiNetwork(name, password), joins=True)
    assert len(picture.text) <= 32
    draw_qr.__wrapped__(picture.text, 1, SMALL_GROUND)


@pytest.mark.parametrize(("scale", "size"), [(2, LARGE_GROUND), (1, SMALL_GROUND)])
def test_the_code_is_dark_in_the_middle_of_lit_ground(scale: int, size: int) -> None:
    ground = draw_qr(PICTURE.text, scale, size)
    assert ground.size == (size, size)
    edge = (size - MODULES * scale) // 2
    dark = Image.eval(ground.convert("L"), lambda value: 255 - value).getbbox()
    assert dark == (edge, edge, size - edge, size - edge)
    assert edge >= 3 * scale


def test_the_picture_shows_all_that_the_code_says() -> None:
    assert PICTURE.text == "HTTP://192.168.178.123:8080/K7M2QX4B"
    assert replace(PICTURE, port=80).text == "HTTP://192.168.178.123/K7M2QX4B"
    assert JOINING.text == "WIFI:T:WPA;S:Torre;P:K7M2QX4B;;"


def load_cv2() -> Any:  # it comes without types
    if "CI" in os.environ:
        import cv2

        return cv2
    return pytest.importorskip("cv2", reason="OpenCV is not installed: opencv-python-headless")


def photograph(image: Image.Image, seed: int) -> "NDArray[Any]":
    """The panel as a phone sees it: gaps between pixels, aslant, out of focus, with noise."""
    import numpy as np

    cv2 = load_cv2()
    random = np.random.default_rng(seed)
    lit = np.asarray(image.convert("L"), dtype=np.float32)
    panel = np.kron(lit, np.pad(np.ones((6, 6), np.float32), ((0, 1), (0, 1))))
    height, width = panel.shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen = corners + random.uniform(-0.05, 0.05, (4, 2)).astype(np.float32) * width + 120
    matrix = cv2.getPerspectiveTransform(corners, seen.astype(np.float32))
    photo = cv2.warpPerspective(panel, matrix, (width + 240, height + 240), borderValue=20)
    photo = cv2.GaussianBlur(photo, (0, 0), random.uniform(2.5, 4.5))
    photo = photo * random.uniform(0.7, 1.0) + random.normal(0, 8, photo.shape)
    sensed: NDArray[Any] = np.clip(photo, 0, 255).astype(np.uint8)
    return sensed


@pytest.mark.soak
@pytest.mark.parametrize("stage", ["phone-open", "phone-join"])
def test_a_phone_reads_the_code_from_a_photograph(stage: str) -> None:
    cv2 = load_cv2()
    view = STAGES[stage](Cast(words=words_in()))
    assert isinstance(view.entry, PhonePicture)
    image = render(view)
    assert image.size == (WIDTH, HEIGHT)
    detector = cv2.QRCodeDetector()
    texts = [detector.detectAndDecode(photograph(image, seed))[0] for seed in range(PHOTOGRAPHS)]
    read = [text for text in texts if text]
    assert set(read) == {view.entry.text}
    assert len(read) >= READ, f"{len(read)} of {PHOTOGRAPHS}"
