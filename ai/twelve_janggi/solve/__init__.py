"""Twelve Janggi, strongly solved: ``python -m ai.twelve_janggi.solve``. Start reading at `work.solve`.

- ``__main__.py``: the command line.
- ``work.py``: the stages, one after another, in files that outlive an interruption; the progress shown.
- ``placements.py``, ``back.py``: the placement of a number; a move back.
- ``reach.py``: which placements can be reached.
- ``retrograde.py``: who wins from where and how soon, backwards from the end; the check of every value.
- ``pack.py``, ``fuse.py``: the table that is shipped, made from the values.

`ai.twelve_janggi.table` reads that table; docs/TWELVE_JANGGI.md tells what was found.
"""
