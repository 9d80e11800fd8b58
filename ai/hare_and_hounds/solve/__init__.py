"""Hare and Hounds, solved: ``python -m ai.hare_and_hounds.solve``.

- ``__main__.py``: the command line.
- ``retrograde.py``: the solution, by retrograde analysis.
"""
