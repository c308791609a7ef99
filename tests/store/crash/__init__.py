"""Every crash state: the real code runs under strace, and the disk is rebuilt after each call.

`trace.py` runs a scenario and reads its system calls, `disk.py` models what a power cut leaves of
them, `promises.py` collects what was promised, `judge.py` opens each state and compares.

`actor.py` is the process whose children are traced: each runs a scenario of `scenarios.py` or
`table.py`, with a bug of `planted.py` if the harness is to prove itself. `announced.py` lets the
journal promise there what it does. docs/reliability.md says what the model assumes.
"""
