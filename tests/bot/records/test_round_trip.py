"""What is written in a format and read again is the same game, for every variant."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date

import pytest

from bot.records.base import Ending, GameRecord, Result
from bot.records.formats import FORMATS, Format, formats_of
from bot.records.reading import read
from games import GAMES, replay, setup_of
from games.base import PASS, BadSetup, Record, Side
from tests import variants

from .random_games import annotated, random_record

every_variant = pytest.mark.parametrize(("slug", "variant"), variants.every_variant(by_slug=True))


def written(form: Format, *games: GameRecord) -> bytes:
    return form.write(games, "Daeguk:1.0").encode()


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_format(slug: str) -> None:
    assert formats_of(slug)[0].name == ("sgf" if slug in ("go", "othello", "gomoku") else "text")


@every_variant
@pytest.mark.parametrize("seed", range(2))
def test_everything_is_kept_by_the_default_format(slug: str, variant: str, seed: int) -> None:
    games = [
        GameRecord(
            record=random_record(slug, variant, seed=seed),
            names=("Ana ]) [x", "벤\\ (2)"),
            result=Result(Side.SECOND, Ending.RESIGNATION),
            begun=date(2026, 11, 5),
            ended=date(2026, 11, 5),
            title="Match 12",
        ),
        GameRecord(record=Record(slug, variant)),
        GameRecord(record=random_record(slug, variant, plies=5), result=Result(None)),
    ]
    if slug in ("hare_and_hounds", "twelve_janggi"):  # one date
        games[0] = replace(games[0], ended=None)
    found = read(written(formats_of(slug)[0], *games))
    assert found.problem is None and found.encoding == "utf-8"
    assert [(one.game, one.problem) for one in found.games] == [(one, None) for one in games]
    assert [*found.notes, *(note for one in found.games for note in one.notes)] == []


@every_variant
def test_an_annotated_game_is_read_as_the_same_game(slug: str, variant: str) -> None:
    games = [GameRecord(record=random_record(slug, variant, seed=seed), title="x") for seed in range(3)]
    with_comments = [annotated(game) for game in games]
    for form in formats_of(slug):
        found = read(written(form, *with_comments)).games
        assert [one.problem for one in found] == [None] * 3
        assert form.has_comments or found == read(written(form, *games)).games
        if form.has_comments:
            assert [one.game for one in found] == games and not any(one.notes for one in found)


@every_variant
def test_a_start_from_a_position_is_kept_by_the_formats_that_have_it(slug: str, variant: str) -> None:
    games = [one for seed in range(4) for one in from_positions(slug, variant, seed)]
    assert len(games) > 1
    for form in formats_of(slug):
        if form.has_setups:
            found = read(written(form, *(GameRecord(record=one) for one in games)))
            assert [(one.game and one.game.record, one.problem) for one in found.games] == [
                (one, None) for one in games
            ]
            assert not any(one.notes for one in found.games)


def from_positions(slug: str, variant: str, seed: int) -> Iterator[Record]:
    """Games that start in a position of a random game, without a move and with some."""
    record = random_record(slug, variant, plies=5 + 9 * seed, seed=seed)
    with suppress(BadSetup):
        start = Record(slug, variant, setup=setup_of(record))
        yield start
        for _ in range(3):
            if moves := replay(start).legal_moves():
                start = start.then(moves[-1])
        yield start


@pytest.mark.parametrize("result", [None, Result(None), Result(None, Ending.VOID), *map(Result, Side)])
@pytest.mark.parametrize("slug", GAMES)
def test_results_are_kept(slug: str, result: Result | None) -> None:
    game = GameRecord(record=random_record(slug, GAMES[slug].variants[0], plies=4), result=result)
    (found,) = read(written(formats_of(slug)[0], game)).games
    assert found.game is not None and found.game.result == result


@pytest.mark.parametrize("variant", GAMES["othello"].variants)
def test_moves_of_othello_are_kept_by_the_other_formats(variant: str) -> None:
    games = [random_record("othello", variant, seed=seed) for seed in range(20)]
    assert any(PASS in one.moves for one in games)
    for name in ("transcript", "ggf"):
        found = read(written(FORMATS[name], *(GameRecord(record=one) for one in games)))
        assert [one.game.record for one in found.games if one.game] == games


def test_ggf_keeps_names_and_results() -> None:
    result = Result(Side.SECOND, Ending.TIME, 64.0)
    record = random_record("othello", "8x8", plies=9)
    game = GameRecord(record=record, names=("A", "B [2]"), result=result, begun=date(2026, 1, 2))
    (found,) = read(written(FORMATS["ggf"], game)).games
    assert found.game is not None and (found.game.names, found.game.result) == (("A", "B 2"), result)
    assert found.game.begun == date(2026, 1, 2)


@pytest.mark.parametrize("variant", GAMES["gomoku"].variants)
@pytest.mark.parametrize("name", ["renju", "psq"])
def test_stones_of_gomoku_are_kept_by_the_other_formats(variant: str, name: str) -> None:
    record = random_record("gomoku", variant, plies=60)
    (found,) = read(written(FORMATS[name], GameRecord(record=record, names=("Ana", "Ben")))).games
    assert found.problem is None and found.game is not None
    stones = [move for move in record.moves if name == "renju" or move[-1:].isdecimal()]
    assert list(found.game.record.moves) == stones
