"""Wiring drawings whose pins come from the code that uses them: boards and the panel's firmware."""
