"""The tower panel: the wire protocol's messages, the companion's peer, and the serial link."""
