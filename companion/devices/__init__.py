"""The hardware that implements `companion/interfaces.py`, and what stands in for it."""
