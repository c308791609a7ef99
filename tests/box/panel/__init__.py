"""The tower panel: the wire's vectors, the companion's end, and the link over a pty."""
