"""Twelve Janggi in words and buttons: the pieces that can move; for a selected one, where it can go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.drawing import orientation
from bot.icons import Icon
from bot.presenters.base import Presenter, Viewpoint, ViewState
from bot.presenters.keypad import Action, Keypad, KeypadButton, Tone, steady_rows, type_button
from bot.presenters.typed_in import TypedIn
from bot.presenters.variants import single_option
from bot.texts import Texts
from games.base import Move, Side
from games.twelve_janggi import HANDS, INDEX, SPELLINGS, SQUARES, TWELVE_JANGGI, JanggiPosition

PIECES_PER_ROW = 3
"""Buttons with a piece's name and square that stand side by side on a phone 360 dp wide."""
_FIRST_PLIES = 4
"""The moves before which `JanggiPresenter.introduction` says something."""


class JanggiPresenter(Presenter[JanggiPosition]):
    """Green and Red. A piece is selected on the board or in the hand, then its destination."""

    slug = "twelve_janggi"
    symbols: Mapping[Side, str] = {Side.FIRST: Icon.GREEN, Side.SECOND: Icon.RED}
    side_keys: Mapping[Side, str] = {Side.FIRST: "side.green", Side.SECOND: "side.red"}
    variant_options = single_option(TWELVE_JANGGI.variants)
    faces_player = True

    def notes(self, position: JanggiPosition, texts: Texts) -> Sequence[str]:
        """Warnings: a King in the enemy camp, one that can be captured, a position that occurs twice."""
        lines = []
        opponent = position.to_move.other
        if position.entered(opponent):
            lines.append(texts("janggi.entered", side=self.side_name(opponent, texts)))
        if position.is_check and position.outcome() is None:
            lines.append(texts("janggi.check", side=self.side_name(position.to_move, texts)))
        if position.repetitions == 2:
            lines.append(texts("janggi.repeated"))
        return lines

    def introduction(
        self, position: JanggiPosition, texts: Texts, typed_in: TypedIn = TypedIn.FORM
    ) -> Sequence[str]:
        """On a side's first turn how it wins, on its second what stands on its pieces.

        A phone has no room for both. Nothing is said where a warning is more important.
        """
        del typed_in
        ply = len(position.history)
        if ply >= _FIRST_PLIES or self.notes(position, texts):
            return ()
        if ply < len(Side):
            return (texts("janggi.goals"),)
        return (texts("janggi.letters"),)

    def describe(self, position: JanggiPosition, texts: Texts) -> str:
        """The pieces of each side, on the board and in hand, and which can move."""
        sides = (_inventory(position, side, self.side_name(side, texts), texts) for side in Side)
        return " ".join([*sides, *self.movable(position, texts)])

    def kept(self, position: JanggiPosition, texts: Texts) -> Sequence[str]:
        """The hands."""
        return [
            texts.plain("janggi.hand", side=self.side_name(side, texts), hand=_hand(position, side, texts))
            for side in Side
        ]

    def effects(
        self, before: JanggiPosition, move: Move, texts: Texts, *, is_short: bool = False
    ) -> Sequence[str]:
        """The piece that it captured, and that it turned a Man into a Marquis."""
        del is_short
        origin, dash, to = move.partition("-")
        if not dash:
            return ()
        after, captured = before.play(move), before.board[INDEX[to]]
        captures, piece = [], after.board[INDEX[to]]
        if captured != ".":
            captures.append(texts("janggi.captures", piece=piece_name(captured, texts)))
        if piece != before.board[INDEX[origin]]:
            captures.append(texts("janggi.becomes", piece=piece_name(piece, texts)))
        return captures

    def dangers(self, position: JanggiPosition, texts: Texts) -> Sequence[str]:
        """A King in the enemy camp, a check, a position that occurs twice."""
        return self.notes(position, texts)

    def view_state(self, viewpoint: Viewpoint[JanggiPosition]) -> ViewState:
        """The selected piece."""
        return ViewState(selected=_selected(viewpoint))

    def keypad(self, viewpoint: Viewpoint[JanggiPosition], texts: Texts) -> Keypad:
        """The pieces that can move or be dropped; once one is selected, where it can go."""
        selected = _selected(viewpoint)
        order = [name for row in orientation.twelve_janggi(viewpoint.viewer) for name in row]
        if selected is None:
            pieces = [*_board_buttons(viewpoint, order, texts), *_hand_buttons(viewpoint, texts)]
            return Keypad(steady_rows(pieces, [type_button(texts)], PIECES_PER_ROW))
        prefix, legal = (
            _move_prefix(selected),
            frozenset(viewpoint.named.of(viewpoint.position.legal_moves())),
        )
        goals = {name: Move(prefix + name) for name in order if prefix + name in legal}
        deselect = KeypadButton(texts.plain("keypad.back"), "", Action.SELECT)
        buttons = [KeypadButton(name, move, tone=Tone.MOVE) for name, move in goals.items()]
        rows = steady_rows([deselect, *buttons], [type_button(texts)])
        return Keypad(rows, {name: name for name in goals})

    def move_text(self, move: Move, texts: Texts) -> str:
        """From where to where, or which piece is dropped."""
        kind, star, to = move.partition("*")
        if not star:
            return super().move_text(move, texts)
        return texts.plain("janggi.drop", piece=piece_name(kind, texts), to=to)

    def move_in_words(self, before: JanggiPosition, move: Move, texts: Texts) -> str:
        """The piece that moves, if it stands there, and from where to where."""
        origin, dash, _ = move.partition("-")
        symbol = before.board[INDEX[origin]] if dash else "."
        piece = "" if symbol == "." else f"{piece_name(symbol, texts)} "
        return piece + self.move_text(move, texts)

    def spellings(self, move: Move, position: JanggiPosition) -> Sequence[str]:
        """The piece by any of its names, then where it goes; a step can name its origin, too."""
        origin, dash, to = move.partition("-")
        kind = position.board[INDEX[origin]].upper() if dash else move[0]
        ways = (f"{origin}{to}", to) if dash else (move[1:], f"{move[2:]}!")
        return [letter + way for letter, spelled in SPELLINGS.items() if spelled == kind for way in ways]


def _selected(viewpoint: Viewpoint[JanggiPosition]) -> str | None:
    """The square (``b1``) or kind in hand (``Z*``) that the selection names, if it can move."""
    prefix = _move_prefix(viewpoint.selection)
    can_move = bool(prefix) and any(
        move.startswith(prefix) for move in viewpoint.named.of(viewpoint.position.legal_moves())
    )
    return viewpoint.selection if can_move else None


def _move_prefix(origin: str) -> str:
    """How moves from a square or the hand begin; empty for any other text."""
    if origin in INDEX:
        return f"{origin}-"
    return origin if len(origin) == 2 and origin.endswith("*") else ""


def _board_buttons(
    viewpoint: Viewpoint[JanggiPosition], order: Sequence[str], texts: Texts
) -> Iterator[KeypadButton]:
    """A button for each piece on the board of the side to move."""
    position, legal = viewpoint.position, viewpoint.named.of(viewpoint.position.legal_moves())
    for name in order:
        if position.owns(INDEX[name], position.to_move):
            can_move = any(move.startswith(f"{name}-") for move in legal)
            label = _origin_text(position, name, texts)
            tone = Tone.MOVE if can_move else Tone.PLAIN
            yield KeypadButton(label, name, Action.SELECT, disabled=not can_move, tone=tone)


def _hand_buttons(viewpoint: Viewpoint[JanggiPosition], texts: Texts) -> Iterator[KeypadButton]:
    """A button for each kind in the hand of the side to move."""
    position = viewpoint.position
    for kind in HANDS:
        if count := position.hand.count(kind):
            is_named = viewpoint.named.moves is None or viewpoint.named.region == kind
            label = _origin_text(position, f"{kind}*", texts) + (f" ×{count}" if count > 1 else "")
            yield KeypadButton(label, f"{kind}*", Action.SELECT, disabled=not is_named, tone=Tone.MOVE)


def _origin_text(position: JanggiPosition, origin: str, texts: Texts) -> str:
    """A piece and its square, or ``+`` and a kind in hand."""
    if origin.endswith("*"):
        return f"+{piece_name(origin[0], texts)}"
    return f"{piece_name(position.board[INDEX[origin]], texts)} {origin}"


def piece_name(symbol: str, texts: Texts) -> str:
    """A piece as the language writes it briefly: K, 왕."""
    return texts.plain(f"janggi.piece.{symbol.upper()}")


def _inventory(position: JanggiPosition, side: Side, name: str, texts: Texts) -> str:
    pieces = [
        f"{piece_name(symbol, texts)} {square}"
        for square, symbol in zip(SQUARES, position.board, strict=True)
        if position.owns(INDEX[square], side)
    ]
    hand = _hand(position, side, texts)
    return texts.plain("janggi.describe", side=name, pieces=", ".join(pieces), hand=hand)


def _hand(position: JanggiPosition, side: Side, texts: Texts) -> str:
    pieces = [piece_name(kind, texts) for kind in position.hands[side - 1]]
    return ", ".join(pieces) or texts.plain("janggi.nothing")


JANGGI_PRESENTER = JanggiPresenter()
