"""What every game's presenter offers: the words around its board and the buttons that make a move.

Presenters know neither Discord nor pictures: `bot/ui` turns a `Keypad` into components, `bot/drawing` draws
the board. To add a game, write ``bot/presenters/<slug>.py`` and add it to `bot/presenters/registry.py`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.drawing.base import Window
from bot.presenters.keypad import Action, Keypad, KeypadButton, Tone, paged_rows, type_button
from bot.presenters.typed_in import TypedIn
from bot.presenters.variants import VariantOption
from bot.texts import Texts
from games.base import PASS, Move, Outcome, Position, Record, Side

MAX_SUGGESTIONS = 8
MAX_DESCRIPTION = 800
"""Characters of a position in words. With the last moves before it, Discord allows 1024 of alt text."""

P = TypeVar("P", bound=Position)


@dataclass(frozen=True, slots=True)
class Named:
    """What a brain has named: a region (`games.regions`), and the moves that its hand can play."""

    region: str = ""
    """Empty where nothing is named."""
    moves: frozenset[Move] | None = None
    """None: every legal move."""

    def of(self, legal: Sequence[Move]) -> Sequence[Move]:
        """The legal moves that can be played, in their order."""
        moves = self.moves
        return legal if moves is None else [move for move in legal if move in moves]


ANYTHING = Named()


@dataclass(frozen=True, slots=True)
class Viewpoint(Generic[P]):
    """A match as someone sees it: the position, its moves, the viewer's side and what they selected.

    ``selection`` is the argument of an `Action.SELECT`, or any text; ``suggested`` moves stand out.
    """

    position: P
    moves: tuple[Move, ...] = ()
    viewer: Side = Side.FIRST
    selection: str = ""
    suggested: Sequence[Move] = ()
    named: Named = ANYTHING
    window: Window | None = None  # the part of a large board that is shown in place of it and has the buttons


@dataclass(frozen=True, slots=True)
class ViewState:
    """What the picture shows of a `Viewpoint`: the selected piece, or the part of the board, enlarged."""

    selected: str | None = None
    window: Window | None = None
    chosen: Window | None = None  # the selected column, or the points of an enlarged part that have buttons


class Presenter(ABC, Generic[P]):
    """The words and buttons of one game. ``texts`` is the reader's language.

    A game defines ``slug``, ``symbols``, ``variant_options`` and `describe`; everything else has a default.
    """

    slug: str
    symbols: Mapping[Side, str]
    """A character for each side where the position does not decide it."""
    side_keys: Mapping[Side, str] = {Side.FIRST: "side.black", Side.SECOND: "side.white"}
    """The text keys of the sides' names."""
    variant_options: Sequence[VariantOption]
    """What can be chosen about the variant when a match starts."""
    faces_player: bool = False
    """Whether a match against the computer is drawn from the person's side of the board."""
    offers_draws: bool = True
    """Whether two people have a button that offers a draw."""
    shows_numbers: bool = False
    """Whether pieces stay where they are played, so that the picture can show the order of play."""

    def symbol(self, side: Side, position: P) -> str:
        """The character of a side in a position."""
        del position
        return self.symbols[side]

    def side_name(self, side: Side, texts: Texts) -> str:
        """What the game calls a side: Black, 흑, Hounds."""
        return texts.plain(self.side_keys[side])

    def side_name_in(self, side: Side, position: P, texts: Texts) -> str:
        """What the game calls a side in a position, where the position decides it."""
        del position
        return self.side_name(side, texts)

    def scores(self, position: P, texts: Texts) -> Mapping[Side, str]:
        """Each side's disc count or points, shown between the players; empty where there is none."""
        del position, texts
        return {}

    def notes(self, position: P, texts: Texts) -> Sequence[str]:
        """Lines about what the picture does not show, such as a count; beside a live clock only the first."""
        del position, texts
        return ()

    def instruction(self, position: P, texts: Texts) -> str:
        """What the side to move is to do where that is not just a move; empty otherwise."""
        del position, texts
        return ""

    def turn_of_both(self, position: P, texts: Texts) -> str:
        """What stands in place of whose turn it is where two people settle something; empty otherwise."""
        del position, texts
        return ""

    def doubt(self, position: P, move: Move, texts: Texts) -> str:
        """Why a move can be a mistake in the use of the buttons, so that it is asked about; empty usually."""
        del position, move, texts
        return ""

    def introduction(self, position: P, texts: Texts, typed_in: TypedIn = TypedIn.FORM) -> Sequence[str]:
        """Lines for newcomers in the opening: how to play a move, the variant's rule."""
        del position, texts, typed_in
        return ()

    def result(self, position: P, outcome: Outcome, texts: Texts) -> str:
        """The final score as markdown for the result line; empty where there is none."""
        del position, outcome, texts
        return ""

    def last_chance(self, record: Record, texts: Texts) -> str:
        """Why the loser of a game that is over could not save it with the last move; empty for nothing."""
        del record, texts
        return ""

    def reason(self, outcome: Outcome, texts: Texts) -> str:
        """Why the match is over, in the words of the game's players."""
        return texts(outcome.reason)

    @abstractmethod
    def describe(self, position: P, texts: Texts) -> str:
        """The position in at most `MAX_DESCRIPTION` characters, for people who cannot see the picture."""

    def effects(self, before: P, move: Move, texts: Texts, *, is_short: bool = False) -> Sequence[str]:
        """What a move did besides being played: what it turned, captured or threatens.

        Short ones name no points, and no threats: to notice those is part of the game.
        """
        del before, move, texts, is_short
        return ()

    def dangers(self, position: P, texts: Texts) -> Sequence[str]:
        """Sentences about what can be captured next, for people who cannot see the picture."""
        del position, texts
        return ()

    def about(self, position: P, point: str, texts: Texts) -> Sequence[str]:
        """Sentences about what stands on a point: its chain and liberties, where it can go."""
        del position, point, texts
        return ()

    def kept(self, position: P, texts: Texts) -> Sequence[str]:
        """Sentences about what is part of a position and on none of its points: captures, hands, a ko."""
        del position, texts
        return ()

    def view_state(self, viewpoint: Viewpoint[P]) -> ViewState:
        """What the picture shows of a viewpoint."""
        del viewpoint
        return ViewState()

    def movable(self, position: P, texts: Texts) -> Sequence[str]:
        """A sentence with the pieces that can move, since a disabled button is not read out."""
        origins = dict.fromkeys(move.partition("-")[0] for move in position.legal_moves() if "-" in move)
        return [texts.plain("board.movable", points=" ".join(origins))] if origins else ()

    def keypad(self, viewpoint: Viewpoint[P], texts: Texts) -> Keypad:
        """The buttons that make a move, each with its label on the picture."""
        rows = self.move_rows(viewpoint, texts)
        moves = [button for row in rows for button in row if button.action is Action.MOVE]
        marked = [button for button in moves if self.leaves_mark(Move(button.argument))]
        return Keypad(rows, {button.argument: button.label for button in marked})

    def move_rows(self, viewpoint: Viewpoint[P], texts: Texts) -> Sequence[Sequence[KeypadButton]]:
        """A button for each legal move, column by column, in pages, and one for typing."""
        moves = viewpoint.named.of(viewpoint.position.legal_moves())
        # By column, then by row: c9 before c10.
        moves = sorted(moves, key=lambda move: (move[0], len(move), move))
        tones = dict.fromkeys(viewpoint.suggested, Tone.SUGGESTED)
        buttons = [
            KeypadButton(self.move_text(move, texts), move, tone=tones.get(move, Tone.MOVE)) for move in moves
        ]
        return paged_rows(buttons, [type_button(texts)], viewpoint.selection, texts)

    def suggestions(self, position: P) -> Sequence[Move]:
        """Moves that the rules alone show to be good, at most `MAX_SUGGESTIONS`."""
        del position
        return ()

    def example(self, position: P) -> Move:
        """A move to name where typing is explained."""
        return position.legal_moves()[0]

    def axes(self, position: P) -> tuple[Sequence[str], Sequence[str]] | None:
        """Names of columns and rows, where moves are points; None for other moves."""
        del position
        return None

    def variant_name(self, variant: str, texts: Texts) -> str:
        """A variant as people write it: 8×8. Empty for a game's only variant."""
        del texts
        if len(self.variant_options) == 1 and len(self.variant_options[0].values) == 1:
            return ""
        return re.sub(r"(?<=\d)x(?=\d)", "×", variant)

    def variant_rule(self, variant: str, texts: Texts) -> str:
        """What a variant's name does not say of its rules, for people who choose it; empty if nothing."""
        del variant, texts
        return ""

    def opening_variant_name(self, variant: str, texts: Texts) -> str:
        """`variant_name` without what leaves the openings as they are (`games.symmetry.family`)."""
        return self.variant_name(variant, texts)

    def move_text(self, move: Move, texts: Texts) -> str:
        """A move as the language writes it: d3, b1 → b2, pass."""
        return texts.plain("move.pass") if move == PASS else move.replace("-", " → ")

    def move_in_words(self, before: P, move: Move, texts: Texts) -> str:
        """`move_text` for people who cannot see which piece moves."""
        del before
        return self.move_text(move, texts)

    def spellings(self, move: Move, position: P) -> Sequence[str]:
        """Other ways to type a move, as `games.grid.plain` writes them, for what begins with one of them."""
        del move, position
        return ()

    def move_number(self, moves: Sequence[Move], ply: int) -> int:
        """The number that the game's records give the move after ``ply`` moves."""
        del moves
        return ply + 1

    def is_play(self, move: Move) -> bool:
        """Whether a move is one of the play, as a pass is: what is said in a count of the stones is not."""
        del move
        return True

    def refutation(self, position: P, reply: Move, texts: Texts) -> Sequence[str]:
        """What the rules show of an opponent's reply in a position, the gravest first."""
        del position, reply, texts
        return ()

    def leaves_mark(self, move: Move) -> bool:
        """Whether the picture can mark a move as the last one. A pass leaves nothing on the board."""
        return move != PASS
