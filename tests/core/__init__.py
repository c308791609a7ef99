"""Tests of the session and of the record."""
