"""Die Türme von Bologna: rules, input, screens and words."""
