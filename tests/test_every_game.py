"""The contract of every game and variant, by random games: a new game inherits it from the registry."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from games import GAMES, replay
from games.base import BadNotation, Game, IllegalMove, Move, Position, Record, RuleError, Side, UnknownGame
from tests import variants
from tests.games.one_letter_game import LETTER_GAME

MAX_PLIES = 1000
GAMES_OF_A_GAME = 18  # random games, shared among its variants
GARBAGE = ["", " ", "zz", "pass pass", "d", "99", "a1-", "\N{PILE OF POO}", "d3" * 50, "<@1>", "0x1", "a-1"]

every_variant = pytest.mark.parametrize(("game", "variant"), variants.every_variant())


def sampled(game: Game, variant: str, seed: int) -> Iterator[Position]:
    """Positions of a random game: all of them, or where there are many moves fewer."""
    step = 1 + len(game.start(variant).legal_moves()) // 10
    for ply, (position, _) in enumerate(random_game(game, variant, seed)):
        if ply % step == 0:
            yield position


@cache
def random_moves(slug: str, variant: str, seed: int) -> tuple[Move, ...]:
    """Random moves from the start to the end of a game."""
    choice = random.Random(f"{slug} {variant} {seed}").choice
    position, moves = GAMES[slug].start(variant), list[Move]()
    while position.outcome() is None:
        moves.append(choice(position.legal_moves()))
        position = position.play(moves[-1])
    return tuple(moves)


def random_game(game: Game, variant: str, seed: int) -> Iterator[tuple[Position, Move]]:
    """Positions and the random moves played in them, until the game is over."""
    position = game.start(variant)
    for move in random_moves(game.slug, variant, seed):
        yield position, move
        position = position.play(move)
    assert not position.legal_moves()
    for side in Side:
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.winner in (None, side, side.other)


@every_variant
def test_random_games_keep_the_contract(game: Game, variant: str) -> None:
    for seed in range(max(1, GAMES_OF_A_GAME // len(game.variants))):
        moves: list[Move] = []
        for position, move in random_game(game, variant, seed):
            legal = list(position.legal_moves())
            assert legal == sorted(set(legal))
            assert legal
            before = position.diagram()
            after = position.play(move)
            assert position.diagram() == before, "a position changed under play"
            assert type(after) is type(position)
            moves.append(move)
            assert len(moves) < MAX_PLIES
        record = Record(game.slug, variant, tuple(moves))
        end = replay(record)
        assert end.outcome() is not None
        assert end.diagram() == replay(pickle.loads(pickle.dumps(record))).diagram()


@every_variant
def test_diagrams_read_back(game: Game, variant: str) -> None:
    for position in sampled(game, variant, 0):
        again = game.position(position.diagram())
        assert again.diagram() == position.diagram()
        assert again.to_move is position.to_move
        assert list(again.legal_moves()) == list(position.legal_moves())


@every_variant
def test_legal_moves_parse_to_themselves(game: Game, variant: str) -> None:
    for position in sampled(game, variant, 0):
        for move in position.legal_moves():
            for typed in (move, move.upper(), f" {move} "):
                assert game.parse(typed, position) == move


@every_variant
def test_what_is_not_legal_is_refused_with_a_reason(game: Game, variant: str) -> None:
    seeds = range(3 if len(game.variants) < 10 else 1)
    every_move = {move for seed in seeds for move in random_moves(game.slug, variant, seed)}
    for position in sampled(game, variant, 0):
        for move in every_move - set(position.legal_moves()):
            with pytest.raises(IllegalMove) as refused:
                position.play(move)
            assert refused.value.key.startswith("rule.")


@every_variant
def test_a_finished_game_takes_no_move(game: Game, variant: str) -> None:
    position = game.start(variant)
    for move in random_moves(game.slug, variant, 0):
        position = position.play(move)
    with pytest.raises(IllegalMove):
        position.play(game.start(variant).legal_moves()[0])


@every_variant
def test_garbage_is_refused(game: Game, variant: str) -> None:
    position = game.start(variant)
    for text in GARBAGE:
        if text in position.legal_moves():
            continue  # LETTER_GAME has one-letter moves
        with pytest.raises(RuleError):
            position.play(game.parse(text, position))
        with pytest.raises((BadNotation, IllegalMove)):
            position.play(Move(text))


@every_variant
def test_positions_are_frozen(game: Game, variant: str) -> None:
    position = game.start(variant)
    with pytest.raises(AttributeError):
        position.to_move = position.to_move.other  # type: ignore[misc]
    assert copy.deepcopy(position) == position


CONTRACT = [
    test_random_games_keep_the_contract,
    test_diagrams_read_back,
    test_legal_moves_parse_to_themselves,
    test_what_is_not_legal_is_refused_with_a_reason,
    test_a_finished_game_takes_no_move,
    test_garbage_is_refused,
    test_positions_are_frozen,
]


@pytest.mark.parametrize("check", CONTRACT, ids=[check.__name__ for check in CONTRACT])
def test_moves_may_be_single_letters(
    check: Callable[[Game, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, LETTER_GAME.slug, LETTER_GAME)
    check(LETTER_GAME, "classic")


def test_unknown_games_and_variants_are_refused() -> None:
    with pytest.raises(UnknownGame):
        replay(Record("chess", "8x8"))
    for game in GAMES.values():
        with pytest.raises(UnknownGame):
            game.start("no such variant")


def test_refusals_survive_a_process_boundary() -> None:
    refused = IllegalMove("rule.occupied", move="d4")
    again = pickle.loads(pickle.dumps(refused))
    assert (type(again), again.key, again.arguments) == (IllegalMove, "rule.occupied", {"move": "d4"})
