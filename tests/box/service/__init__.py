"""Tests of what the companion and systemd say to one another."""
