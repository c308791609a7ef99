"""Reads what a request says of its sender: the phone's cookie, and the form."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs

COOKIE = "phone"
COOKIE_TIME = 180 * 24 * 3600
"""Seconds for which a phone keeps its secret; the box may send it away before."""
SECRET = re.compile(r"[A-Za-z0-9_-]{16,128}")
CODE = re.compile(r"[A-Z0-9]{8}")
MOST_FIELDS = 10


def read_secret(request: Any) -> str:
    """The secret in the phone's cookie; "" for none."""
    secret = str(request.cookies.get(COOKIE, ""))
    return secret if SECRET.fullmatch(secret) else ""


def build_cookie(secret: str) -> str:
    """The cookie that keeps a secret; raises ValueError for what no cookie can hold."""
    if not SECRET.fullmatch(secret):
        raise ValueError("a secret that no cookie can hold")
    return f"{COOKIE}={secret}; HttpOnly; SameSite=Strict; Path=/; Max-Age={COOKIE_TIME}"


def read_form(body: bytes) -> dict[str, str]:
    """The fields of a form, the last of each name; none of what is no form."""
    try:
        fields = parse_qs(body.decode("ascii"), max_num_fields=MOST_FIELDS, errors="replace")
    except ValueError:
        return {}
    return {name: values[-1].strip() for name, values in fields.items()}


def read_code(text: str) -> str:
    """A pairing code as the box shows it; "" for what is none."""
    code = text.strip().upper()
    return code if CODE.fullmatch(code) else ""
