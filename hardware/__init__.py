"""How the box and the tower panel are built: drawings, lists of parts and cases, all generated."""
