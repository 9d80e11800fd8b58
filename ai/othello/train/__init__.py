"""How Othello's evaluation is made from nothing: `python -m ai.othello.train`. Start at `__main__.py`.

- ``games.py``: games the engine plays against itself, quickly and not too well.
- ``label.py``: what positions of these games are worth: late ones by the exact solver, earlier ones by a
  search that ends where the weights are already known.
- ``outcomes.py``: whole games, and how they ended.
- ``fit.py``: weights that agree with the labels.
- ``probcut.py``: by how much shallow searches miss deep ones.
- ``course.py``: the order of it all, chunk by chunk, so that it can be broken off and resumed.
"""
