"""The opening explorer: what was played in a position, move by move, and in which matches.

Its buttons carry the whole path: each move is the index among the legal moves, in two characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import discord
from discord.ui import ActionRow, Button, Container, Item, LayoutView, Section, TextDisplay

from bot.drawing.base import Scene
from bot.exceptions import Refusal
from bot.icons import Icon
from bot.match.explorer import ExploredMove, can_explore
from bot.presenters.keypad import MAX_MENU_OPTIONS
from bot.presenters.openings import opening_name
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts, escaped
from bot.ui import AnyView
from bot.ui.board_words import board_in_words
from bot.ui.custom_ids import Press, Verb, press_button
from bot.ui.layout import layout
from bot.ui.match_list import imported_result
from bot.ui.match_message import INACTIVE, gallery, players_line
from bot.ui.panel import Panel, button, select
from data.matches.opening_index import PLIES
from data.model.match import Match, PositionId
from games import GAMES, replay
from games.base import Move, Position, Record, Side

VERB, OPENING_VERB, MATCHES_VERB = "explore", "explore-opening", "explore-matches"
SHOWN = 4
"""Moves that have a line and a letter on the picture: what fits a phone's screen below the board."""
MATCHES = 4
"""Matches in a list."""
START = "start"
"""The value of the menu that leads back to the first position."""
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-"
_REVIEW = re.compile(r"(\d{1,10})-(\d{1,5})")  # the match and the ply to go back to
_PATH_MOVES = 6
"""The last moves of the path that are named."""
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"


@dataclass(frozen=True, slots=True)
class Exploration:
    """A position in the explorer, and the review that it was opened from."""

    game: str
    variant: str
    moves: tuple[Move, ...] = ()
    match_id: int | None = None
    ply: int = 0
    """The ply of the review that ``match_id`` leads back to."""

    @classmethod
    def read(cls, argument: str, values: Sequence[str] = ()) -> Exploration:
        """The position that a custom_id names, after the move chosen in its menu.

        Raises `Refusal` for an unknown game; what is no legal move ends the path.
        """
        # Parts that are missing, in a forged custom_id, are empty.
        game, variant, path, review, *_ = (*argument.split("."), "", "", "")
        if game not in GAMES or variant not in GAMES[game].variants:
            raise Refusal("error.unknown-button")
        back = _REVIEW.fullmatch(review)
        match_id, ply = (int(back[1]), int(back[2])) if back else (None, 0)
        path = "" if START in values else path + "".join(values)
        return cls(game, variant, _read_path(game, variant, path), match_id, ply)

    @property
    def record(self) -> Record:
        """The moves from the start."""
        return Record(self.game, self.variant, self.moves)

    @property
    def argument(self) -> str:
        """The argument of the panel's custom_id, which `read` reads."""
        review = "" if self.match_id is None else f"{self.match_id}-{self.ply}"
        return f"{self.game}.{self.variant}.{_path(self.record)}.{review}"

    def before(self, ply: int) -> Exploration:
        """The position after the first ``ply`` moves."""
        return replace(self, moves=self.moves[: max(0, ply)])


def _code(position: Position, move: Move) -> str:
    """The index of a move among the legal moves, in two digits of base 64."""
    high, low = divmod(position.legal_moves().index(move), len(_DIGITS))
    return _DIGITS[high] + _DIGITS[low]


def _path(record: Record) -> str:
    positions = (replay(record.before(ply)) for ply in range(len(record.moves)))
    return "".join(map(_code, positions, record.moves))


def _read_path(game: str, variant: str, path: str) -> tuple[Move, ...]:
    """The moves of a path, up to the first that is not legal."""
    record = Record(game, variant)
    for high, low in zip(path[::2], path[1::2], strict=False):
        legal, index = replay(record).legal_moves(), _DIGITS.find(high) * len(_DIGITS) + _DIGITS.find(low)
        if not 0 <= index < len(legal) or not can_explore(record):
            break
        record = record.then(legal[index])
    return record.moves


def explore_button(match: Match, ply: int, texts: Texts) -> Button[AnyView]:
    """The button in a review that opens the explorer where its moves left what is known; off if never."""
    record = match.record.before(ply)
    is_possible = can_explore(record)
    seen = Exploration(match.game, match.variant, record.moves if is_possible else (), match.id, ply)
    label = texts.plain("button.explore")
    custom_id = Panel(OPENING_VERB, seen.argument).custom_id
    return Button(custom_id=custom_id, label=label, emoji=Icon.OPENING, disabled=not is_possible)


def explored_ply(match: Match) -> int | None:
    """After how many moves of a match the explorer knows something last; None if it never does."""
    last = min(match.ply, PLIES - 1)
    return next((ply for ply in range(last, -1, -1) if can_explore(match.record.before(ply))), None)


# --- The position ------------------------------------------------------------------------------------


def explorer_view(seen: Exploration, explored: Sequence[ExploredMove], texts: Texts) -> LayoutView:
    """The board with what was played there, a menu of the moves, and the buttons."""
    position, presenter = replay(seen.record), PRESENTERS[seen.game]
    lines = [f"-# {line}" for line in _lines(seen, position, explored, texts)]
    named = ", ".join(
        f"{label} {presenter.move_text(explored_move.move, texts)}"
        for label, explored_move in _lettered(explored)
    )
    described = board_in_words(seen.record, texts)
    alt = f"{described} {texts.plain('explore.alt', moves=named)}" if named else described
    rows = [ActionRow(_menu(seen, position, explored, texts))] if explored else []
    return layout(
        Container(
            TextDisplay("\n".join(_heading(seen, explored, texts))),
            gallery(alt),
            TextDisplay("\n".join(lines)),
            *rows,
            ActionRow(*_buttons(seen, texts)),
            accent_color=INACTIVE,
        )
    )


def explorer_scene(seen: Exploration, explored: Sequence[ExploredMove]) -> Scene[Position]:
    """The picture: the moves with their letters; the most frequent one as an arrow where pieces move."""
    record = seen.record
    last, previous = (
        (seen.moves[-1], replay(seen.before(len(seen.moves) - 1).record)) if seen.moves else (None, None)
    )
    if last is not None and not PRESENTERS[seen.game].leaves_mark(last):
        last, previous = None, None
    first = explored[0].move if explored else None
    return Scene(
        replay(record),
        last=last,
        previous=previous,
        hints=False,
        labels=_labels(explored),
        suggestion=first if first is not None and _is_step(first) else None,
    )


def _labels(explored: Sequence[ExploredMove]) -> Mapping[str, str]:
    """Letters by the point on which a move ends."""
    labels: dict[str, str] = {}
    for letter, explored_move in _lettered(explored):
        move = explored_move.move
        point = move[-2:] if _is_step(move) else move
        labels[point] = labels.get(point, "") + letter
    return labels


def _is_step(move: Move) -> bool:
    """Whether a move is that of a piece, or puts one down by its kind."""
    return "-" in move or "*" in move


def _lettered(explored: Sequence[ExploredMove]) -> Iterator[tuple[str, ExploredMove]]:
    return zip(_LETTERS, explored[:SHOWN], strict=False)


def _matches(explored: Sequence[ExploredMove]) -> int:
    """The matches in which one of the moves was played."""
    return sum(explored_move.matches for explored_move in explored)


def _heading(seen: Exploration, explored: Sequence[ExploredMove], texts: Texts) -> Iterator[str]:
    """The game and how many matches there are; the name of the opening, and the last moves."""
    count = _matches(explored)
    variant = PRESENTERS[seen.game].opening_variant_name(seen.variant, texts)
    game = f"{texts.plain(f'game.{seen.game}')} {variant}".strip()
    yield f"-# **{texts('explore.title', game=game, n=count)}**"
    if not seen.moves:
        yield f"**{texts('explore.start')}**"
        return
    presenter, name = PRESENTERS[seen.game], opening_name(seen.record, texts)
    moves = " ".join(presenter.move_text(move, texts) for move in seen.moves[-_PATH_MOVES:])
    more = "… " if len(seen.moves) > _PATH_MOVES else ""
    path = f"{more}{escaped(moves)}"
    yield f"**{escaped(name)}** · {path}" if name else f"**{path}**"


def _lines(
    seen: Exploration, position: Position, explored: Sequence[ExploredMove], texts: Texts
) -> Iterator[str]:
    count = _matches(explored)
    if not explored:
        yield texts("explore.nothing")
    for letter, explored_move in _lettered(explored):
        move = PRESENTERS[seen.game].move_text(explored_move.move, texts).replace(" ", "")
        book = f" {Icon.BOOK}" if explored_move.in_book else ""
        yield " · ".join(
            [f"{letter} **{move}**{book}", *_facts(seen.game, position, explored_move, count, texts)]
        )


def _facts(
    game: str, position: Position, explored_move: ExploredMove, count: int, texts: Texts
) -> Iterator[str]:
    """How often a move was played, and how the matches ended."""
    presenter = PRESENTERS[game]
    if explored_move.matches:
        yield texts.plain(
            "explore.count", n=explored_move.matches, share=_percent(explored_move.matches, count)
        )
    if explored_move.decided:
        wins = ((Side.FIRST, explored_move.first_wins), (Side.SECOND, explored_move.second_wins))
        yield " ".join(
            texts.plain(
                "explore.wins",
                symbol=presenter.symbol(side, position),
                share=_percent(won, explored_move.decided),
            )
            for side, won in wins
        )


def _book(explored_move: ExploredMove, texts: Texts) -> Iterator[str]:
    if explored_move.in_book:
        yield texts.plain("explore.book", symbol=Icon.BOOK)


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole)


def _menu(
    seen: Exploration, position: Position, explored: Sequence[ExploredMove], texts: Texts
) -> Item[AnyView]:
    """The menu of the moves that were played here, each with how often and with what results."""
    count = _matches(explored)
    letters = [*_LETTERS[:SHOWN], *[""] * MAX_MENU_OPTIONS]
    options = [
        discord.SelectOption(
            label=f"{letter} {PRESENTERS[seen.game].move_text(explored_move.move, texts)}".strip(),
            description=" · ".join(
                [*_facts(seen.game, position, explored_move, count, texts), *_book(explored_move, texts)]
            ),
            value=_code(position, explored_move.move),
        )
        for letter, explored_move in zip(letters, explored[: MAX_MENU_OPTIONS - 1], strict=False)
    ]
    if seen.moves:
        options.append(discord.SelectOption(label=texts.plain("explore.to-start"), value=START))
    return select(Panel(VERB, seen.argument), options=options, placeholder=texts.plain("explore.menu"))


def _buttons(seen: Exploration, texts: Texts) -> Iterator[Item[AnyView]]:
    """One move back, to the matches, and to the review that this was opened from: one row on a phone."""
    is_start, back = not seen.moves, seen.before(len(seen.moves) - 1)
    # Where there is no move before, that is the position of the menu, and custom_ids of a message differ.
    panel = Panel(VERB, f"{back.argument}.b")
    yield button(panel, label=texts.plain("button.one-back"), disabled=is_start)
    yield button(Panel(MATCHES_VERB, seen.argument), label=texts.plain("button.matches"), disabled=is_start)
    if seen.match_id is not None:
        press = Press(Verb.REVIEW, seen.match_id, PositionId(0, 0), str(seen.ply))
        yield press_button(press, label=texts.plain("button.review"))


# --- Matches -----------------------------------------------------------------------------------------


def explored_matches_view(seen: Exploration, matches: Sequence[Match], texts: Texts) -> LayoutView:
    """The newest matches with the last move, each with a button that opens its review."""
    presenter = PRESENTERS[seen.game]
    move = Raw(presenter.move_text(seen.moves[-1], texts)) if seen.moves else Raw("")
    box: Container[AnyView] = Container(accent_color=INACTIVE)
    name = opening_name(seen.record, texts)
    heading = texts("explore.matches-with", move=move)
    box.add_item(TextDisplay(f"### {heading}" + (f"\n-# {escaped(name)}" if name else "")))
    if not matches:
        box.add_item(TextDisplay(texts("explore.no-matches")))
    for match in matches:
        review = button(Panel("review", str(match.id)), label=texts.plain("button.review"))
        box.add_item(Section(_match_row(match, texts), accessory=review))
    box.add_item(ActionRow(button(Panel(VERB, seen.argument), label=texts.plain("explore.back"))))
    return layout(box)


def _match_row(match: Match, texts: Texts) -> str:
    """A match's number, how it ended, and its players."""
    position, presenter = replay(match.record), PRESENTERS[match.game]
    result = imported_result(match, texts)
    if match.winner is not None:  # in Swap2, the position decides which side is Black
        result = texts("import.won", side=presenter.side_name_in(match.winner, position, texts))
    when = f" · <t:{int(match.ended_at)}:d>" if match.ended_at is not None else ""
    players = players_line(match, match.home.side, position, presenter, texts)
    return f"**#{match.id}** · {result}{when}\n-# {players}"
