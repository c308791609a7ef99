"""The table's socket: its messages, its state, pairing."""
