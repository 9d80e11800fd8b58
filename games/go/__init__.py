"""Go on 9x9, 13x13 and 19x19 boards, by Korean or Chinese rules.

Start reading at `games/go/position.py` (`GoPosition.play`); `board.py` holds points, chains and captures,
`variant.py` the names of the variants, `scoring.py` who owns what, `game.py` notation and diagrams.
FIRST is Black (X in diagrams), SECOND is White (O).
"""

from games.go.board import Board, board
from games.go.game import GO, Go
from games.go.position import GoPosition
from games.go.scoring import Score
from games.go.variant import Ruleset, Variant

__all__ = ["GO", "Board", "Go", "GoPosition", "Ruleset", "Score", "Variant", "board"]
