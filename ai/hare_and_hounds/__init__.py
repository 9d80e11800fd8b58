"""Hare and Hounds' computer players. Start reading at `ai/hare_and_hounds/engine.py`.

- ``levels.py``: the levels and what each may spend.
- ``engine.py``: which player answers at which level.
- ``solve.py``: the whole game, solved backwards when it is first needed; numpy alone, no numba.
- ``lookup.py``: levels 1 to 8, which read that solution with more or less care.
- ``enclosure.py``: the source's player, alpha-beta with its evaluation.
"""
