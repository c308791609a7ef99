"""Tests of the tower panel's firmware, in CPython and in the real MicroPython interpreter."""
