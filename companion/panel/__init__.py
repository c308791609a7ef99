"""The tower panel: the wire's messages, the companion's end of it, and the link over a port."""
