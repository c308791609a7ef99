"""The self-test: checks of the machine and its wiring, whose findings are data without words."""

from companion.doctor.checks import examine
from companion.doctor.examination import Draw
from companion.doctor.findings import Check, Finding, Passed, Request
from companion.doctor.machine import Machine

__all__ = ["Check", "Draw", "Finding", "Machine", "Passed", "Request", "examine"]
