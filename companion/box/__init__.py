"""The outside of the box: its devices, tower panel, settings, service, and its card."""
