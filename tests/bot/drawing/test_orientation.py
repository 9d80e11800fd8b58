"""How small boards lie before their players; where pieces are drawn is in tests/bot/drawing."""

from __future__ import annotations

import subprocess
import sys

from bot.drawing import orientation
from games.base import Side
from games.hare_and_hounds import POINTS
from games.twelve_janggi import SQUARES, TWELVE_JANGGI


def test_every_square_is_there_once_and_the_second_player_sees_it_half_round() -> None:
    for rows_of, squares in ((orientation.twelve_janggi, SQUARES), (orientation.hare_and_hounds, POINTS)):
        first, second = ([name for row in rows_of(side) for name in row] for side in Side)
        assert sorted(name for name in first if name) == sorted(squares)
        assert second == first[::-1]


def test_a_player_has_his_general_at_his_right_hand() -> None:
    start = TWELVE_JANGGI.start("classic")
    for side in Side:
        nearest = orientation.twelve_janggi(side)[-1]
        assert "".join(start.board[SQUARES.index(name)].upper() for name in nearest) == "SKJ"


def test_faces_can_use_it_without_the_drawing_library() -> None:
    code = "import sys, bot.drawing.orientation; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert {"bot", "games"} <= set(loaded.split())
    assert not {"PIL", "discord"} & set(loaded.split())
