"""The phone page: a program of its own at the other end of the table's socket."""
