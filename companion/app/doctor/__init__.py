"""The self-test: checks of the machine and its wiring, whose findings are data without words."""

from companion.app.doctor.checks import examine
from companion.app.doctor.examination import Check, Draw, Finding, OperatorRequest, Passed
from companion.app.doctor.machine import Machine

__all__ = ["Check", "Draw", "Finding", "Machine", "OperatorRequest", "Passed", "examine"]
