"""Tests of Capitol."""
