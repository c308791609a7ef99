"""Tests of `companion card` and of `systemd/first-boot`, which its card runs."""
