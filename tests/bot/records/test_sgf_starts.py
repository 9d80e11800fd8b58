"""What SGF files say before the first move, and what a reader adds or leaves out, which it says."""

from __future__ import annotations

import pytest

from bot.records.base import ReadGame
from bot.records.reading import read
from games import start_of
from games.base import Record, Side
from games.go.position import GoPosition


def only(text: str) -> ReadGame:
    (game,) = read(text.encode()).games
    return game


def record_of(game: ReadGame) -> Record:
    assert game.problem is None and game.game is not None, game.problem
    return game.game.record


def moves(game: ReadGame) -> str:
    return " ".join(record_of(game).moves)


def stones(game: ReadGame, side: Side = Side.FIRST) -> set[str]:
    """The stones of a color at the start of a game of Go."""
    start = start_of(record_of(game))
    assert isinstance(start, GoPosition)
    return {start.board.names[at] for at, color in enumerate(start.stones) if color == side}


def notes(game: ReadGame) -> list[str]:
    return [one.key for one in game.notes]


# --- Handicap ----------------------------------------------------------------------------------------


def test_free_handicap_is_the_first_moves_of_black() -> None:
    game = only("(;GM[1]SZ[19]RU[Chinese]HA[3]KM[0.50];B[qd];B[dp];B[pp];W[dd];B[cf])")
    assert stones(game) == {"r16", "d4", "q4"}
    assert moves(game) == "d16 c14" and record_of(game).variant == "19x19-chinese-h3"
    assert start_of(record_of(game)).to_move is Side.SECOND
    (note,) = game.notes
    assert (note.key, note.arguments) == ("record.handicap-moves", {"n": 3})


def test_free_handicap_in_one_node() -> None:
    game = only("(;GM[1]SZ[9]HA[2];B[cc]B[gg];W[ee])")
    assert stones(game) == {"c7", "g3"} and moves(game) == "e5"


def test_more_handicap_stones_than_a_variant_has() -> None:
    points = "abcdefghijkl"
    game = only(f"(;SZ[19]HA[12]{''.join(f';B[{one}{one}]' for one in points)};W[mn])")
    assert len(stones(game)) == 12 and moves(game) == "n6"
    assert record_of(game).variant == "19x19-korean"


def test_a_handicap_whose_stones_are_missing() -> None:
    game = only("(;GM[1]SZ[19]RU[Korean]HA[4];W[qf];B[dj])")
    assert moves(game) == "r14 d10" and record_of(game).variant == "19x19-korean-h4"
    assert notes(game) == ["record.handicap-added"]


def test_three_missing_stones_are_where_the_servers_have_them() -> None:
    game = only("(;GM[1]SZ[19]HA[3];W[pp];B[nc])")
    assert stones(game) == {"d16", "d4", "q16"} and moves(game) == "q4 o17"
    other = only("(;GM[1]SZ[19]HA[3];W[dd];B[nc])")
    assert stones(other) == {"q4", "d4", "q16"} and moves(other) == "d16 o17"


@pytest.mark.parametrize("text", ["(;SZ[19]HA[3];B[qd];W[dp])", "(;SZ[19]HA[4];W[pd];B[pp])"])
def test_a_handicap_that_the_moves_deny(text: str) -> None:
    game = only(text)
    assert stones(game) == set() and "record.handicap-left-out" in notes(game)
    assert record_of(game).variant == "19x19-korean"


def test_black_can_begin_with_handicap_stones() -> None:
    game = only("(;SZ[9]RU[Korean]HA[2]AB[gc][cg];B[ee];W[ff])")
    assert moves(game) == "e5 f4" and notes(game) == []


# --- Setup -------------------------------------------------------------------------------------------


def test_handicap_in_the_second_node() -> None:
    """As Fox writes it."""
    game = only("(;GM[1]FF[4]SZ[19]KM[325]HA[2]RU[Chinese]AP[foxwq];AB[pd][dp];W[dc];B[ce])")
    assert stones(game) == {"q16", "d4"} and moves(game) == "d17 c15"
    assert record_of(game).variant == "19x19-chinese-h2"


@pytest.mark.parametrize(
    ("text", "variant", "row", "drawn"),
    [
        ("(;SZ[9];AB[aa];AW[ba];AE[aa]AB[ca];W[ee])", "9x9-korean", 0, ". O X . . . . . ."),
        ("(;GM[2];AB[dd][de][ed];AW[ee];PL[W];W[cc])", "8x8", 3, ". . . X X . . ."),
        ("(;GM[4]SZ[15];AB[aa];W[bb])", "renju-15", 0, "X" + " ." * 14),
        ("(;SZ[9]AB[aa][bb]AE[aa];W[cc])", "9x9-korean", 0, ". . . . . . . . ."),
    ],
)
def test_stones_are_put_down_and_taken_off_in_any_node_before_the_first_move(
    text: str, variant: str, row: int, drawn: str
) -> None:
    game = only(text)
    record = record_of(game)
    assert (record.variant, len(record.moves)) == (variant, 1) and record.setup is not None
    assert record.setup.split("\n")[row] == drawn


def test_the_discs_of_othello_and_who_begins_in_a_later_node() -> None:
    game = only("(;GM[2]SZ[8];AB[ed][de]AW[dd][ee];PL[W];W[df])")
    assert moves(game) == "d6" and start_of(record_of(game)).to_move is Side.SECOND


def test_who_begins_after_the_last_stones_of_a_file_without_moves() -> None:
    game = only("(;GM[1]SZ[9];AB[cc]AW[gg]PL[W])")
    assert start_of(record_of(game)).to_move is Side.SECOND


def test_two_stones_on_one_point() -> None:
    game = only("(;GM[1]SZ[9]\nAB[aa]AW[aa];B[cc])")
    assert game.game is None and game.problem is not None
    assert (game.problem.key, game.problem.arguments) == ("record.two-stones", {"move": "a9"})


def test_a_stone_on_no_point_is_left_out() -> None:
    game = only("(;GM[1]SZ[9]RU[Korean]\nAB[tt][cc];W[dd])")
    assert stones(game) == {"c7"} and moves(game) == "d6"
    (note,) = game.notes
    assert (note.line, note.key, note.arguments) == (2, "record.stone-on-pass", {"text": "tt"})


def test_stones_that_are_there_already_are_no_setup_in_the_middle() -> None:
    assert moves(only("(;SZ[9];B[aa];AB[aa]AE[bb];W[ee])")) == "a9 e5"
    changed = only("(;SZ[9];B[aa];AE[aa];W[ee])")
    assert changed.problem is not None and changed.problem.key == "record.late-setup"


def test_what_is_said_of_the_game_can_be_in_any_node() -> None:
    game = only("(;FF[4];GM[1]SZ[9]RU[Chinese]PB[Ana]PW[Ben];B[ee];W[gg];RE[W+R])")
    assert game.game is not None and game.game.names == ("Ana", "Ben")
    assert record_of(game).variant == "9x9-chinese"
    assert game.game.result is not None and game.game.result.winner is Side.SECOND


# --- Moves -------------------------------------------------------------------------------------------


def test_several_moves_in_a_node_keep_their_order() -> None:
    assert moves(only("(;SZ[9];B[aa]W[bb]B[cc];W[dd])")) == "a9 b8 c7 d6"


def test_two_moves_of_a_color_have_a_pass_between_them_which_is_said() -> None:
    game = only("(;SZ[9]RU[Korean];B[aa][cc];W[dd]\n;W[ee];W[ff])")
    assert moves(game) == "a9 pass c7 d6 pass e5 pass f4"
    (note,) = game.notes
    assert (note.line, note.key, note.arguments) == (1, "record.added-passes", {"n": 3})


@pytest.mark.parametrize(
    "text",
    [
        "(;SZ[9]RU[Korean];B[ee];W[];B[];W[];B[])",
        "(;GM[4]SZ[15]RU[Renju];B[hh];W[aa];B[hi];W[ab];B[hj];W[ac];B[hk];W[ad];B[hl];W[])",
    ],
)
def test_passes_after_the_end_are_no_problem(text: str) -> None:
    game = only(text)
    assert record_of(game).moves[-1] in ("pass", "h4") and game.notes == []


def test_edax_writes_a_pass_as_pa() -> None:
    game = only("(;GM[2];B[dc];W[PA])")
    assert game.problem is not None and game.problem.key == "rule.pass-with-moves"


# --- Rules -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "variant", "expected"),
    [
        ("RU[Japanese]KM[6.5]", "korean", [("record.read-as-korean", {"rules": "Japanese"})]),
        ("RU[AGA]KM[7.5]", "chinese", [("record.read-as-chinese", {"rules": "AGA"})]),
        ("RU[Korean]KM[6.5]", "korean", []),
        ("RU[한국]KM[6.5]", "korean", []),
        ("RU[中国规则]KM[7.5]", "chinese", []),
        ("RU[Korean]KM[5.5]", "korean", [("record.other-komi", {"komi": "5.5", "ours": "6.5"})]),
        ("RU[Korean]KO[6.5]", "korean", []),
        ("RU[Chinese]KM[375]", "chinese", []),
        ("RU[Korean]KM[650]", "korean", []),
        ("RU[Korean]KM[6.500000]", "korean", []),
        ("RU[Korean]KM[黒6目半]", "korean", []),
        ("RU[Chinese]KM[3又3/4子]", "chinese", []),
        ("RU[Korean]KM[none]", "korean", [("record.unreadable-komi", {"text": "none", "ours": "6.5"})]),
        ("KM[6.5]", "korean", [("record.no-rules", {"game": "go", "variant": "19x19-korean"})]),
    ],
)
def test_other_rules_and_another_komi_are_said(
    said: str, variant: str, expected: list[tuple[str, dict[str, str]]]
) -> None:
    game = only(f"(;GM[1]SZ[19]{said};B[pd];W[dp])")
    assert record_of(game).variant == f"19x19-{variant}"
    assert [(one.key, dict(one.arguments)) for one in game.notes] == expected


def test_a_file_of_cyberoro() -> None:
    text = "(;SZ[19]TE[Club cup]RD[2003-03-17]KO[6.5]RE[백 3집반승]PB[Ana]PW[Ben]GK[1]TG[0];B[pd];W[dp])"
    game = only(text)
    assert moves(game) == "q16 d4" and notes(game) == ["record.no-rules"] and game.game is not None
    assert game.game.title == "Club cup" and str(game.game.begun) == "2003-03-17"
    assert game.game.result is not None and game.game.result.winner is Side.SECOND
