"""The demonstration: a record played on fakes, and its film."""
