"""Programs for development: what measures the companion or a run, and leaves out the unchanged."""
