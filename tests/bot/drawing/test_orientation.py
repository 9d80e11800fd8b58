"""How small boards are oriented before their players."""

from __future__ import annotations

import subprocess
import sys

from bot.drawing import orientation
from games.base import Side
from games.hare_and_hounds import POINTS
from games.twelve_janggi import SQUARES, TWELVE_JANGGI


def test_every_square_is_there_once_and_second_sees_the_rows_reversed() -> None:
    for rows_of, squares in ((orientation.twelve_janggi, SQUARES), (orientation.hare_and_hounds, POINTS)):
        first, second = ([name for row in rows_of(side) for name in row] for side in Side)
        assert sorted(name for name in first if name) == sorted(squares)
        assert second == first[::-1]


def test_each_side_has_its_general_at_the_right() -> None:
    start = TWELVE_JANGGI.start("classic")
    for side in Side:
        nearest = orientation.twelve_janggi(side)[-1]
        assert "".join(start.board[SQUARES.index(name)].upper() for name in nearest) == "SKJ"


def test_presenters_can_use_it_without_the_drawing_library() -> None:
    code = "import sys, bot.drawing.orientation; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert {"bot", "games"} <= set(loaded.split())
    assert not {"PIL", "discord"} & set(loaded.split())
