"""Capitol: rules, input, screens, words and reports."""
