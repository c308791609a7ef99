"""Games as they are kept: the journal, the saved games, and what their history computes."""
