"""Go on 9x9, 13x13 and 19x19 boards, by Korean or Chinese rules.

`position` holds the rules of play, `board` points, chains and captures, `variant` the variants, `scoring` the
count, `game` notation and diagrams. FIRST is Black (X in diagrams), SECOND is White (O).
"""

from games.go.board import Board, board
from games.go.game import GO, Go
from games.go.position import GoPosition
from games.go.scoring import Score
from games.go.variant import Ruleset, Variant

__all__ = ["GO", "Board", "Go", "GoPosition", "Ruleset", "Score", "Variant", "board"]
