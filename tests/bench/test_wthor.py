"""Reading an archive in WTHOR format, from bytes that the tests make; and who is rated."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from bench.wthor import Game, games_of_people, halves, is_person, rated_games, ratings, read_games
from games.base import IllegalMove, Move, Side

PASSING = "d3 c3 e6 d2 d1 e1 b3 c1"
"""Black has no move after it."""


def squares(moves: str) -> bytes:
    numbers = [10 * int(move[1]) + "abcdefgh".index(move[0]) + 1 for move in moves.split()]
    return bytes(numbers).ljust(60, b"\0")


def played(black: int, white: int, discs: int = 40, moves: str = "f5") -> Game:
    return Game(1999, black, white, discs, tuple(Move(move) for move in moves.split()))


def archive(folder: Path, *, size: int = 8) -> Path:
    """A year's file of three games, of which the second is a program's, and the names of the players."""
    header = struct.pack("<4BIHH4B", 20, 24, 1, 2, 3, 0, 1999, size, 0, 24, 0)
    results = [(1, 2, 40), (1, 3, 64), (2, 1, 32)]
    games = [struct.pack("<HHHBB", 0, *result, 33) + squares("f5 d6 c3") for result in results]
    (folder / "WTH_1999.wtb").write_bytes(header + b"".join(games))
    names = ["???", "Lee Min", "Kim Ra", "Flipper (kim)"]
    header = struct.pack("<4BIHH4B", 20, 24, 1, 2, 0, len(names), 0, 0, 0, 0, 0)
    (folder / "WTHOR.JOU").write_bytes(header + b"".join(name.encode().ljust(20, b"\0") for name in names))
    return folder


def test_games_of_people_are_read(tmp_path: Path) -> None:
    first, second = games_of_people(archive(tmp_path))
    assert first == played(1, 2, moves="f5 d6 c3")
    assert (first.score, second.score, second.black) == (1.0, 0.5, 2)


def test_a_file_of_another_board_is_refused(tmp_path: Path) -> None:
    archive(tmp_path, size=10)
    with pytest.raises(ValueError, match="not a file of 8x8 games"):
        list(read_games(tmp_path / "WTH_1999.wtb"))


def test_a_file_that_was_cut_is_refused(tmp_path: Path) -> None:
    path = archive(tmp_path) / "WTH_1999.wtb"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ValueError, match="not a file of 8x8 games"):
        list(read_games(path))


@pytest.mark.parametrize(
    ("name", "person"), [("Lee Min", True), ("Flipper (kim)", False), ("???", False), ("", False)]
)
def test_programs_are_told_by_their_names(name: str, person: bool) -> None:
    assert is_person(name) is person


def test_passes_are_put_in() -> None:
    game = played(1, 2, moves=f"{PASSING} b4")
    *_, (position, before, move) = game.steps()
    assert (before[-1], move) == ("pass", "b4")
    assert position.to_move is Side.SECOND


def test_an_illegal_move_ends_the_steps() -> None:
    with pytest.raises(IllegalMove):
        list(played(1, 2, moves="f5 a1 c3").steps())


def test_people_with_few_games_are_left_out_until_all_have_enough() -> None:
    games = [played(1, 2)] * 3 + [played(2, 3)] * 2
    assert {game.white for game in rated_games(games, needed=3)} == {2}
    assert not rated_games([*games, played(3, 4)], needed=6)


def test_who_wins_more_is_rated_higher() -> None:
    games = [played(1, 2)] * 15 + [played(1, 2, discs=20)] * 5
    rated = ratings(games)
    better, worse = rated[1][0], rated[2][0]
    assert better + worse == pytest.approx(3000)
    assert better - worse == pytest.approx(180, abs=20), "15 of 20 are 191 points; the draws pull it in"


def test_halves_have_no_common_player() -> None:
    first, second = halves(range(11), "seed")
    assert first.isdisjoint(second)
    assert first | second == set(range(11))
    assert (first, second) == halves(range(11), "seed")
