"""Fakes that only tests need; each refuses what the real part would refuse."""
