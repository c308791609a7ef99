"""Tests of `companion mqtt`, with the real Mosquitto."""
