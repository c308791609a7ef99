"""The hardware that implements `companion/core/interfaces.py`, and what stands in for it."""
