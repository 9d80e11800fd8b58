"""Twelve Janggi, strongly solved: ``python -m ai.twelve_janggi.solve``.

- ``__main__.py``: the command line.
- ``stages.py``: the stages in order, in files that a stopped run resumes from; the progress bar.
- ``placements.py``, ``predecessors.py``: the placement of an index; a move back.
- ``reachability.py``: which placements can be reached.
- ``retrograde.py``: retrograde analysis, and a check of every value.
- ``build_tablebase.py``, ``static_function.py``: the shipped tablebase, built from the values.

`ai.twelve_janggi.tablebase` reads that tablebase; docs/TWELVE_JANGGI.md has the results.
"""
