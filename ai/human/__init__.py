"""Players of any strength who err as people do, for all games. Start reading at `ai.human.player.choose`.

- ``sight.py``: `Sight`, what a game shows of a position: first impressions, and each move's value by the
  depth to which it is read. A game's own is ``ai/<slug>/sight.py``.
- ``mind.py``: `Mind`, how a skill reads, knows and doubts.
- ``dice.py``: `Dice`, chances that stay the same for some moves: what was overlooked stays overlooked.
- ``player.py``: the choice of a move.
- ``resignation.py``: when a player gives up.
- ``scale.py``: strengths in Elo points, and the skill that plays each of them.
"""
