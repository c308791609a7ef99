"""Every crash state: the real code runs under strace, and the disk is rebuilt after each call.

`trace.py` runs a scenario and reads its system calls, `disk.py` models what a power cut leaves of
them, `promises.py` collects what was acknowledged, `judge.py` opens each state and compares.
`actor.py` is the traced process: it runs a scenario of `scenarios.py` or `table.py`, with a bug of
`planted.py` if the harness is to prove itself. docs/reliability.md says what the model assumes.
"""
