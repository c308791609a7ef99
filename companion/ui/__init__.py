"""The conversation at the table: presses become answers, views become pictures."""
