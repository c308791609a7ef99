"""Capitol: rules, input, screens and words."""
