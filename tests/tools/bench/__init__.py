"""The measures: what the companion costs, beside a yardstick in the same run (`make bench`)."""
