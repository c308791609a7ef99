"""What the companion and systemd say to one another; `systemd/README.md` tells the other half."""
