"""Tests of Campanile in both editions."""
