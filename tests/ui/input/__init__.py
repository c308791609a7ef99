"""Tests of the entries by themselves."""
