"""The phone page, with and without a browser."""
