"""Die Türme von Bologna: rules, input, screens, words and reports."""
