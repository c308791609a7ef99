"""Campanile in both editions, 2009 and 1996: rules, input, screens and words."""
