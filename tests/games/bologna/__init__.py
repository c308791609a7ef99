"""Tests of Die Türme von Bologna."""
