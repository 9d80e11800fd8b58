"""Starts from a position, for every variant: written, read back, played on, and refused."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES, replay, setup_of, start_of
from games.base import BadDiagram, BadSetup, Game, Move, Position, Record, RuleError, Side, UnknownGame
from games.go import GO
from games.gomoku import GOMOKU
from games.othello import OTHELLO
from games.setups import set_up
from games.twelve_janggi import TWELVE_JANGGI
from tests import variants

HAS_HISTORY = frozenset({"go", "twelve_janggi", "hare_and_hounds"})
MAX_PLIES = 120
FOLLOWED = 6
"""The plies that a match from a position is played beside the match that led there."""
NO_START = frozenset({"rule.setup-over", "rule.setup-must-pass", "rule.setup-passes"})
ROWS = "\n".join([". . . . . . . ."] * 3)

every_variant = pytest.mark.parametrize(("game", "variant"), variants.every_variant())


def random_records(game: Game, variant: str) -> Iterator[Record]:
    """The records of a random game, a few plies apart, without the last ones of a long one."""
    dice, record = random.Random(f"setup {game.slug} {variant}"), Record(game.slug, variant)
    step = 1 + len(game.start(variant).legal_moves()) // 8
    for ply in range(MAX_PLIES):
        moves = replay(record).legal_moves()
        if ply % step == 0:
            yield record
        if not moves:
            return
        record = record.then(dice.choice(moves))


@every_variant
def test_a_match_goes_on_from_any_of_its_positions(game: Game, variant: str) -> None:
    started = 0
    for record in random_records(game, variant):
        try:
            setup = setup_of(record)
        except BadSetup as refused:
            assert refused.key in NO_START or replay(record).outcome() is not None
            continue
        started += 1
        again = Record(game.slug, variant, setup=setup)
        start = replay(again)
        assert start == start_of(pickle.loads(pickle.dumps(again)))
        assert start.diagram() == setup == setup_of(again)
        assert list(start.legal_moves()) == list(replay(record).legal_moves())
        assert start.to_move is replay(record).to_move
        follow(game.slug, replay(record), start)
    assert started > 1


def follow(slug: str, position: Position, start: Position) -> None:
    """Play the same random moves in both: all is the same but for what repeats an earlier position."""
    dice = random.Random(start.diagram())
    for _ in range(FOLLOWED):
        outcome = position.outcome()
        if outcome is not None and outcome.reason == "outcome.repetition":
            return
        assert start.outcome() == outcome
        legal, found = list(position.legal_moves()), list(start.legal_moves())
        assert set(legal) <= set(found) if slug in HAS_HISTORY else legal == found
        if not legal:
            return
        move = dice.choice(legal)
        position, start = position.play(move), start.play(move)


@every_variant
def test_the_start_of_a_variant_can_be_a_setup(game: Game, variant: str) -> None:
    record = Record(game.slug, variant)
    assert start_of(Record(game.slug, variant, setup=setup_of(record))) == start_of(record)


def test_records_keep_their_setup() -> None:
    setup = setup_of(Record("othello", "8x8", (Move("d3"),)))
    record = Record("othello", "8x8", setup=setup).then(Move("c3"))
    assert (record.setup, record.moves) == (setup, ("c3",))
    assert record.before(0) == Record("othello", "8x8", setup=setup)
    assert replay(record) != replay(Record("othello", "8x8", (Move("d3"),)))
    assert replay(record) == replay(Record("othello", "8x8", (Move("d3"), Move("c3"))))


def othello(middle: str = "OXXO", side: str = "first", corner: str = ".") -> str:
    return (
        f"{corner}{' .' * 7}\n{ROWS[:31]}\n. . . {middle[0]} {middle[1]} . . .\n"
        f". . . {middle[2]} {middle[3]} . . .\n{ROWS}\nto move: {side}"
    )


JANGGI = "S . . j\nK Z z k\nJ . . s\nto move: first"
REFUSED = [
    (OTHELLO, "8x8", othello("OXX."), "rule.setup-middle"),
    (OTHELLO, "8x8", othello("XXXX"), "rule.setup-over"),
    (OTHELLO, "6x6", othello(), "rule.diagram"),
    (OTHELLO, "8x8", othello() + "\nvariant: 6x6", "rule.setup-variant"),
    (OTHELLO, "8x8", "O X . . . . . .\n" + othello("XXXX").partition("\n")[2], "rule.setup-must-pass"),
    (TWELVE_JANGGI, "classic", JANGGI.replace("z", "."), "rule.setup-pieces"),
    (TWELVE_JANGGI, "classic", JANGGI.replace("k", "."), "rule.setup-pieces"),
    (TWELVE_JANGGI, "classic", JANGGI.replace("K Z z k", "k Z z K"), "rule.setup-over"),
    (GO, "9x9-korean", GO.start("9x9-korean").diagram() + "\npasses: 1", "rule.setup-passes"),
    (GO, "9x9-chinese", GO.start("9x9-korean").diagram(), "rule.setup-variant"),
    (
        GO,
        "9x9-korean",
        "X O . . . . . . .\nO O . . . . . . .\n" + "\n".join([". " * 9] * 7),
        "rule.no-liberties",
    ),
    (GOMOKU, "renju-15", "\n".join(["X X X X X" + " ." * 10, *["." + " ." * 14] * 14]), "rule.setup-counts"),
    (
        GOMOKU,
        "freestyle-15",
        "\n".join(
            ["X X X X X" + " ." * 10, "O O O O" + " ." * 11, *["." + " ." * 14] * 13, "to move: second"]
        ),
        "rule.setup-over",
    ),
]


@pytest.mark.parametrize(("game", "variant", "diagram", "key"), REFUSED)
def test_what_no_match_starts_from_is_refused(game: Game, variant: str, diagram: str, key: str) -> None:
    with pytest.raises((BadSetup, BadDiagram)) as refused:
        set_up(game, variant, diagram)
    assert refused.value.key == key


def test_a_diagram_does_not_have_to_name_its_variant() -> None:
    start = set_up(GO, "9x9-chinese", "\n".join([". . . . . . . . ."] * 9))
    assert start == GO.start("9x9-chinese")
    assert set_up(OTHELLO, "8x8", othello(side="second")).to_move is Side.SECOND
    with pytest.raises(UnknownGame):
        set_up(OTHELLO, "7x7", othello())


@given(st.sampled_from(list(GAMES)), st.text(max_size=200))
def test_any_text_is_refused_with_a_reason(slug: str, text: str) -> None:
    with pytest.raises(RuleError) as refused:
        start_of(Record(slug, GAMES[slug].variants[0], setup=text))
    assert refused.value.key.startswith("rule.")
