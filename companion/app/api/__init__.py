"""The table's socket: the state of the table out, presses and answers in (docs/table-api.md)."""
