"""Programs for development: what measures the companion, and what plays it for tests."""
