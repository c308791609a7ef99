"""The board of a hall: what all tables on one broker are doing, and the evening's standings."""
