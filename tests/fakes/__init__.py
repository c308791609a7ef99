"""Stand-ins for hardware that only tests need."""
