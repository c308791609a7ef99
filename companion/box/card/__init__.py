"""Prepares a card: writes onto a boot partition what installs the companion at the first start."""

from companion.box.card.bundle import Bundle, read_bundle
from companion.box.card.cloud_init import (
    Login,
    Wifi,
    check_host_name,
    check_user_name,
    check_wifi,
    make_wifi,
    read_public_key,
)
from companion.box.card.errors import CardError
from companion.box.card.prepare import CardRequest, check_card, prepare_card, settings_text

__all__ = [
    "Bundle",
    "CardError",
    "CardRequest",
    "Login",
    "Wifi",
    "check_card",
    "check_host_name",
    "check_user_name",
    "check_wifi",
    "make_wifi",
    "prepare_card",
    "read_bundle",
    "read_public_key",
    "settings_text",
]
