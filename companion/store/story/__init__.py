"""The story of a saved game: who was ahead after each turn, what changed that, and how sure it is.

`telling` computes the whole, `curve` what is known after each turn, `facts` and `moments` what is
said of it, `estimates` plays ends out and remembers them.
"""
