"""The systemd service's side of the program; `systemd/README.md` describes the units."""
