"""The self-test: checks of the machine and its wiring, whose findings are data without words."""

from companion.doctor.checks import examine
from companion.doctor.examination import Draw
from companion.doctor.findings import (
    Check,
    Failed,
    Finding,
    Operator,
    Passed,
    Prompt,
    Request,
    Skipped,
)
from companion.doctor.machine import Machine

__all__ = [
    "Check",
    "Draw",
    "Failed",
    "Finding",
    "Machine",
    "Operator",
    "Passed",
    "Prompt",
    "Request",
    "Skipped",
    "examine",
]
