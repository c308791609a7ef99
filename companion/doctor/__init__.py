"""The self-test: what is examined, what was found, all as data; the words are the text room's."""

from companion.doctor.bench import Draw
from companion.doctor.examine import examine
from companion.doctor.findings import (
    Asked,
    Check,
    Finding,
    Fine,
    Person,
    Request,
    Untried,
    Wrong,
)
from companion.doctor.machine import Machine, ThisMachine

__all__ = [
    "Asked",
    "Check",
    "Draw",
    "Finding",
    "Fine",
    "Machine",
    "Person",
    "Request",
    "ThisMachine",
    "Untried",
    "Wrong",
    "examine",
]
