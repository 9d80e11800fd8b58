"""Learning Othello's evaluation from nothing: ``python -m ai.othello.train``.

- ``pipeline.py``: the order of the work, in files that a stopped run resumes from.
- ``self_play.py``: quick games of the engine against itself.
- ``labels.py``: target values of positions: late ones from the exact solver, earlier ones from a search whose
  leaves are stages that are learned already.
- ``full_games.py``: whole games, and how they ended.
- ``fit.py``: weights fitted to the labels.
- ``probcut.py``: the errors of shallow searches, for Multi-ProbCut.
- ``openings.py``: the opening books, ``python -m ai.othello.train.openings``.
- ``starts.py``: even starts of matches, ``python -m ai.othello.train.starts``.
"""
