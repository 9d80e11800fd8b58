"""Go on the Go Text Protocol: handicap, komi, resignation, scores and dead stones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ai.base import Choice, Limit
from ai.go.komi import komi_of, override_komi
from ai.go.search import Searcher
from ai.level import Level
from ai.protocols.gtp_cli import session_type
from ai.protocols.gtp_go import PATIENCE, GoSession
from games import replay
from games.base import PASS, Move
from games.go.variant import Variant

QUICK = Limit(20.0, nodes=60, seed=1)


@pytest.fixture(autouse=True)
def komi_of_the_rules() -> Iterator[None]:
    yield
    override_komi(None)


def ask(session: GoSession, *lines: str) -> str:
    """Return the last answer without the blank line that ends it."""
    answers = [session.answer(line) for line in lines]
    assert answers[-1] is not None
    return answers[-1][:-2]


def go() -> GoSession:
    return GoSession("go", Level("5"), QUICK)


def test_go_has_its_own_session() -> None:
    assert session_type("go") is GoSession


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["boardsize 19"], "="),
        (["boardsize 7"], "? unacceptable size"),
        (["fixed_handicap 2"], "= G7 C3"),
        (["boardsize 13", "fixed_handicap 5"], "= K10 D4 K4 D10 G7"),
        (["fixed_handicap 1"], "? invalid number of stones"),
        (["place_free_handicap 12", "final_score"], "= B+80.5"),
        (["play b e5", "fixed_handicap 2"], "? board not empty"),
        (["fixed_handicap 2", "fixed_handicap 2"], "? board not empty"),
        (["set_free_handicap C3 G7"], "="),
        (["set_free_handicap C3 G7", "play b g7"], "? illegal move"),
        (["set_free_handicap C3 E5", "play b g7", "play w e4"], "="),
        (["set_free_handicap C3 E5", "play w e5"], "? illegal move"),
        (["set_free_handicap C3 C3"], "? bad vertex list"),
        (["set_free_handicap C3"], "? bad vertex list"),
        (["set_free_handicap C3 pass"], "? bad vertex list"),
        (["set_free_handicap C3 Z3"], "? bad vertex list"),
        (["play b e5", "set_free_handicap C3 E7"], "? board not empty"),
        (["fixed_handicap 2", "clear_board", "play b e5"], "="),
        (["komi a"], "? syntax error"),
        (["komi nan"], "? syntax error"),
        (["komi 1e300"], "? syntax error"),
        (["play b pass", "play w pass", "play b pass", "final_score"], "= W+7.5"),
        (["final_status_list mine"], "? syntax error"),
        (["play b i5"], "? illegal move"),
        (["loadsgf a.sgf"], "? unknown command"),
    ],
)
def test_answers(lines: list[str], answer: str) -> None:
    assert ask(go(), *lines) == answer


@pytest.mark.parametrize(
    ("plays", "points"),
    [
        ("b e5, b c3, b g7, w d4", "= E5 C3 G7 D4"),
        ("b pass, b e5, b pass, b c3", "= E5 C3"),
        ("b e5, b pass, b pass, w pass, w d4, w g3", "= E5 D4 G3"),
        ("w c3, w pass, b pass, b e5, w pass, b pass, w e6", "= C3 E5 E6"),
        ("b e5, w pass, b pass, w pass, b pass, b e6", "= E5 E6"),
    ],
)
def test_a_side_may_play_several_times_in_a_row(plays: str, points: str) -> None:
    """As controllers set positions up; nobody's game ends by a pass that was left out."""
    session, lines = go(), [f"play {one}" for one in plays.split(", ")]
    assert [ask(session, line) for line in lines] == ["="] * len(lines)
    stones = ask(session, "final_status_list alive") + ask(session, "final_status_list dead")
    assert set(stones.replace("=", " ").split()) == set(points.removeprefix("= ").split())
    assert not replay(session._record).scoring  # type: ignore[attr-defined]
    replay(session._record)
    for _ in lines:
        assert ask(session, "undo") == "="
    assert session._record.moves == () and ask(session, "undo") == "? cannot undo"


def test_two_passes_open_the_scoring_and_play_may_resume() -> None:
    session = go()
    ask(session, "play b e5", "play b pass", "play w pass")
    assert ask(session, "genmove b") == "= pass"
    assert ask(session, "play w d4") == "=", "the scoring is left again"
    assert ask(session, "undo", "play b d4") == "="
    assert ask(session, "genmove b")[:2] == "= "
    stones = replay(session._record).stones  # type: ignore[attr-defined]
    assert bytes(stones).count(1) == 3, "Black has moved three times"


def test_one_side_may_be_asked_again_and_again() -> None:
    session = go()
    for _ in range(4):
        assert ask(session, "genmove w") not in {"= pass", "= resign"}
    assert replay(session._record).stones.count(2) == 4  # type: ignore[attr-defined]
    assert ask(session, "reg_genmove w") != "= pass"
    before = session._record
    assert ask(session, "play w z9") == "? illegal move" and session._record == before


def test_a_game_is_played_to_its_end_and_counted() -> None:
    session, sides = go(), ("b", "w")
    for ply in range(160):
        answer = ask(session, f"genmove {sides[ply % 2]}").removeprefix("= ")
        if answer == "resign" or replay(session._record).scoring:  # type: ignore[attr-defined]
            break
    else:
        pytest.fail("the game does not end")
    assert ask(session, "final_score")[:4] in {"= B+", "= W+"}
    listed = ask(session, "final_status_list alive") + ask(session, "final_status_list dead")
    stones = replay(session._record).stones  # type: ignore[attr-defined]
    assert sum(word[0] in "ABCDEFGHJ" for word in listed.replace("=", " ").split()) == sum(map(bool, stones))


def test_after_two_passes_there_is_nothing_to_play() -> None:
    session = go()
    ask(session, "play b e5", "play w pass", "play b pass")
    assert ask(session, "genmove w") == "= pass"
    assert session._record.moves == (Move("e5"), PASS, PASS)
    assert ask(session, "final_score") == "= B+73.5"
    assert ask(session, "final_status_list alive") == "= E5"
    assert ask(session, "final_status_list dead") == "="


def test_dead_stones_are_listed_and_count_for_the_opponent() -> None:
    session = go()
    walls = [
        "d9",
        "e9",
        "d8",
        "e8",
        "d7",
        "e7",
        "d6",
        "e6",
        "d5",
        "e5",
        "d4",
        "e4",
        "d3",
        "e3",
        "d2",
        "e2",
        "d1",
        "e1",
    ]
    for number, name in enumerate([*walls, "b2", "h8", "b8", "h2", "h5", "b5"]):
        ask(session, f"play {'bw'[number % 2]} {name}")
    assert ask(session, "final_status_list dead") == "= B5\nH5"
    assert ask(session, "final_status_list alive").count("D9") == 1
    assert ask(session, "final_score") == "= W+16.5"


@pytest.mark.parametrize(
    ("komi", "score"), [("5.5", "B+75.5"), ("-2.5", "B+83.5"), ("81", "0"), ("99.5", "W+18.5")]
)
def test_the_komi_of_the_controller_counts(komi: str, score: str) -> None:
    session = go()
    ask(session, f"komi {komi}", "play b e5", "play w pass", "play b pass")
    assert ask(session, "final_score") == f"= {score}"
    assert komi_of(Variant(9)) == float(komi)


def test_the_search_uses_the_komi_of_the_controller() -> None:
    position = replay(go()._record)
    for komi in (7.5, -3.0):
        override_komi(komi)
        searcher = Searcher()
        searcher.begin(position, position.open_points, 1, 1)  # type: ignore[attr-defined, arg-type]
        assert searcher._search.numbers["komi"] == 2 * komi


def test_lost_games_are_resigned_neither_at_once_nor_early() -> None:
    session = go()
    bad, good = Choice(PASS, -0.95, 1, 1, (PASS,), resigns=True), Choice(PASS, -0.95, 1, 1, (PASS,))
    for _ in range(PATIENCE):
        session._on_choice(bad)
    assert not session._resigns(), "the board is empty"
    for number, point in enumerate(
        ["c3", "g7", "c7", "g3", "e5", "e3", "e7", "c5", "g5", "d4", "f6", "d6", "f4"]
    ):
        ask(session, f"play {'bw'[number % 2]} {point}")
    assert session._resigns()
    session._on_choice(good)
    assert not session._resigns()
    session._on_choice(bad)
    assert not session._resigns()
