"""What a maker prints and wires is checked like code."""
