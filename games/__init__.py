"""The rules of the games: pure, immutable, standard library only.

`games.base` defines the vocabulary. A new game is one module and one line in `GAMES`.
"""

from __future__ import annotations

from games.base import Game, Move, Position, Record, UnknownGame
from games.go import GO
from games.gomoku import GOMOKU
from games.hare_and_hounds import HARE_AND_HOUNDS
from games.othello import OTHELLO
from games.record_cache import RecordCache
from games.setups import set_up
from games.twelve_janggi import TWELVE_JANGGI

GAMES: dict[str, Game] = {game.slug: game for game in (OTHELLO, GOMOKU, GO, HARE_AND_HOUNDS, TWELVE_JANGGI)}
"""Every game by its slug, in the order in which menus show them."""


def game(slug: str) -> Game:
    """The game with this slug. Raises `UnknownGame`."""
    try:
        return GAMES[slug]
    except KeyError:
        raise UnknownGame("rule.unknown-game", game=slug) from None


def start_of(record: Record) -> Position:
    """The position before the moves of a record. Raises `RuleError`."""
    rules = game(record.game)
    return (
        rules.start(record.variant) if record.setup is None else set_up(rules, record.variant, record.setup)
    )


def setup_of(record: Record) -> str:
    """The setup of a match that starts where a record leads to: a diagram for `Record.setup`.

    Raises `BadSetup` if no match can start there, for example because the game is over.

    >>> start = Record("hare_and_hounds", "classic", (Move("a2-a3"),))
    >>> replay(Record("hare_and_hounds", "classic", setup=setup_of(start))) == replay(start)
    True
    """
    text = replay(record).diagram()
    set_up(game(record.game), record.variant, text)
    return text


def replay(record: Record) -> Position:
    """The position a record leads to. Raises `RuleError` if a move of the record is not legal.

    Recent positions are cached, so following a match costs one move rather than all of them.

    >>> replay(Record("othello", "8x8", (Move("d3"), Move("c3")))).to_move
    <Side.FIRST: 1>
    """
    position = _RECENT.get(record)
    if position is None:
        position, missing = _before(record)
        for move in missing:
            position = position.play(move)
        _RECENT.put(record, position)
    return position


def _before(record: Record) -> tuple[Position, tuple[Move, ...]]:
    """The last position of a record that is cached, or its start, and the moves from there."""
    for back in range(1, min(_LOOK_BACK, len(record.moves)) + 1):
        earlier = _RECENT.get(record.before(len(record.moves) - back))
        if earlier is not None:
            return earlier, record.moves[-back:]
    return start_of(record), record.moves


_RECENT: RecordCache[Position] = RecordCache(1024)
_LOOK_BACK = 8
"""Moves: of two processes that draw a match in no order, each has seen one of its last positions."""
