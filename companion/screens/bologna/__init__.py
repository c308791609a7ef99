"""The screens of Die Türme von Bologna.

`fields` draws the board, `turn` what stands beside it, `cards` the pad of faces and the map,
`scoring` the pages of a scoring.
"""
