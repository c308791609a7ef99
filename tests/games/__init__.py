"""Tests of the rules, told in the words of a table."""
