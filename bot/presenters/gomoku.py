"""Gomoku in words and buttons. The buttons for points are in `bot/presenters/points.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from bot.icons import Icon
from bot.presenters.base import MAX_DESCRIPTION, MAX_SUGGESTIONS, Viewpoint, ViewState
from bot.presenters.gomoku_lines import FIVE, FOUR, OPEN_FOUR, OPEN_THREE, Lines, split
from bot.presenters.keypad import Keypad, KeypadButton, Tone, type_button
from bot.presenters.points import OPENING, STONES, Points, PointsPresenter, point_indices
from bot.presenters.typed_in import TypedIn
from bot.presenters.variants import single_option
from bot.texts import Raw, Texts
from games import replay
from games.base import PASS, Move, Record, Side
from games.gomoku import GOMOKU, GomokuPosition
from games.gomoku.boards import EMPTY
from games.gomoku.opening import PUT_TWO, TAKE_BLACK, TAKE_WHITE, Stage
from games.grid import shown_point

_CHOICES = {
    TAKE_BLACK: ("gomoku.choose-black", Icon.BLACK_STONE),
    TAKE_WHITE: ("gomoku.choose-white", Icon.WHITE_STONE),
    PUT_TWO: ("gomoku.choose-two", Icon.PLACE_TWO),
}
"""Text key and emoji of Swap2's choices, in the order of their buttons."""
_STAGE_KEYS = {
    Stage.THREE: "gomoku.swap2-three",
    Stage.ANSWER: "gomoku.swap2-answer",
    Stage.TWO: "gomoku.swap2-two",
    Stage.CHOICE: "gomoku.swap2-choice",
}
_SHAPE_KEYS = {
    FIVE: "gomoku.shape.five",
    OPEN_FOUR: "gomoku.shape.open-four",
    FOUR: "gomoku.shape.four",
    OPEN_THREE: "gomoku.shape.open-three",
}
"""Text keys of what a stone makes on a line, the strongest first."""
_MADE = {OPEN_FOUR: "makes-open-four", FOUR: "makes-four", OPEN_THREE: "makes-three"}
"""What a reply to a wrong move makes: the end of its text key."""
_MAX_FORBIDDEN = 40  # in a description; real matches have far fewer


class GomokuPresenter(PointsPresenter[GomokuPosition]):
    """Black and White, the variant's rule in the opening, and the points that make or stop a five."""

    slug = "gomoku"
    variant_options = single_option(GOMOKU.variants)

    def points(self, position: GomokuPosition) -> Points:
        """The points of a position."""
        return Points(position.board.grid, position.colors)

    def symbol(self, side: Side, position: GomokuPosition) -> str:
        """The side's stone; a question mark while Swap2 leaves the colors open."""
        return Icon.UNDECIDED if position.stage else self.symbols[position.color(side)]

    def side_name_in(self, side: Side, position: GomokuPosition, texts: Texts) -> str:
        """Black or White; Opener or Answerer while Swap2 leaves the colors open."""
        if position.stage:
            return texts.plain("side.opener" if side is Side.FIRST else "side.answerer")
        return self.side_name(position.color(side), texts)

    def view_state(self, viewpoint: Viewpoint[GomokuPosition]) -> ViewState:
        """The part that was selected; none while a color is chosen."""
        return ViewState() if _choices(viewpoint.position) else super().view_state(viewpoint)

    def keypad(self, viewpoint: Viewpoint[GomokuPosition], texts: Texts) -> Keypad:
        """The buttons for points; while a color is chosen, one for each choice, and one to type it."""
        choices = _choices(viewpoint.position)
        if not choices:
            return super().keypad(viewpoint, texts)
        buttons = [
            KeypadButton(texts.plain(key), choice, emoji=emoji, tone=Tone.MOVE)
            for choice, (key, emoji) in _CHOICES.items()
            if choice in choices
        ]
        return Keypad([[button] for button in buttons], action=type_button(texts))

    def axes(self, position: GomokuPosition) -> tuple[Sequence[str], Sequence[str]] | None:
        """The letters and the numbers, unless a color is chosen."""
        return None if _choices(position) else super().axes(position)

    def suggestions(self, position: GomokuPosition) -> Sequence[Move]:
        """Moves that certainly win or are forced.

        Those that make a five; else the only one that stops a five; else those that make an open four.
        """
        if position.stage or position.outcome() is not None:
            return ()
        names, legal = position.board.grid.name, frozenset(position.legal_moves())
        sharp = [(names(point), max(own), max(theirs)) for point, own, theirs in Lines(position).sharp]
        fives = [move for move, own, _ in sharp if own == FIVE and move in legal]
        stops = [move for move, _, theirs in sharp if theirs == FIVE]
        if fives or stops:
            # One stone does not stop two fives: then nothing is better than anything else.
            forced = stops if len(stops) == 1 and stops[0] in legal else []
            return fives[:MAX_SUGGESTIONS] or forced
        return [move for move, own, _ in sharp if own == OPEN_FOUR and move in legal][:MAX_SUGGESTIONS]

    def beside(self, position: GomokuPosition) -> Sequence[Move]:
        """A pass, where renju allows it."""
        return [PASS] if PASS in position.legal_moves() else ()

    def instruction(self, position: GomokuPosition, texts: Texts) -> str:
        """The stones or the choice that Swap2 asks for; empty once the colors are settled."""
        if not position.stage:
            return ""
        return texts(_STAGE_KEYS[position.stage], stone=Raw(STONES[position.next_color]))

    def introduction(
        self, position: GomokuPosition, texts: Texts, typed_in: TypedIn = TypedIn.FORM
    ) -> Sequence[str]:
        """How to play a move, at first; a line with the variant's rule, in the opening.

        Where points are forbidden, the rule is there from the first move on.
        """
        stones = len(position.cells) - position.cells.count(EMPTY)
        if position.stage:
            return ()
        rule = partial(texts, "variant.rule", rule=self.variant_rule(position.variant, texts))
        if stones < OPENING and (position.rules.renju or position.rules.no_three_three):
            return [self.how_to_enter(position, texts, typed_in, is_short=True, is_first=not stones), rule()]
        return self.opening_line(position, stones, texts, typed_in, rule)

    def notes(self, position: GomokuPosition, texts: Texts) -> Sequence[str]:
        """After a pass, that a second one in a row draws the match."""
        return [texts("gomoku.pass-draws")] if position.passes else ()

    def effects(
        self, before: GomokuPosition, move: Move, texts: Texts, *, is_short: bool = False
    ) -> Sequence[str]:
        """The five, fours and open threes that it made."""
        made = Counter() if is_short or before.stage else _made(before, move)
        strongest = {FIVE: made[FIVE]} if made[FIVE] else made
        shapes = [
            texts.plain(key) + (f" ×{strongest[kind]}" if strongest[kind] > 1 else "")
            for kind, key in _SHAPE_KEYS.items()
            if strongest.get(kind)
        ]
        return [texts.plain("gomoku.makes", shapes=", ".join(shapes))] if shapes else ()

    def kept(self, position: GomokuPosition, texts: Texts) -> Sequence[str]:
        """The points that are forbidden to the side to move."""
        if not position.forbidden:
            return ()
        side = self.side_name_in(position.to_move, position, texts)
        names = " ".join(map(shown_point, list(position.forbidden)[:_MAX_FORBIDDEN]))
        return [texts.plain("gomoku.forbidden", side=side, points=names)]

    def describe(self, position: GomokuPosition, texts: Texts) -> str:
        """The stones of each side, and the points that are forbidden to the side to move."""
        header = texts.plain("gomoku.describe", size=position.size)
        forbidden = " ".join(self.kept(position, texts))
        room = MAX_DESCRIPTION - len(header) - len(forbidden) - 2
        return f"{header} {self.describe_stones(self.points(position), texts, room)} {forbidden}".strip()

    def variant_name(self, variant: str, texts: Texts) -> str:
        """The rules' name and the size of the board."""
        return _name_and_rule(variant, texts)[0]

    def variant_rule(self, variant: str, texts: Texts) -> str:
        """What is forbidden, and what wins."""
        return _name_and_rule(variant, texts)[1]

    def move_text(self, move: Move, texts: Texts) -> str:
        """The point, the word for a pass, or the label of a choice."""
        return texts.plain(_CHOICES[move][0]) if move in _CHOICES else super().move_text(move, texts)

    def refutation(self, position: GomokuPosition, reply: Move, texts: Texts) -> Sequence[str]:
        """The four that a reply stops, or what it makes."""
        names, side = position.board.grid.name, self.side_name_in(position.to_move, position, texts)
        kinds = {
            names(point): (max(own_kinds), max(their_kinds))
            for point, own_kinds, their_kinds in Lines(position).sharp
        }
        own, theirs = kinds.get(reply, (0, 0))
        did = "blocks-four" if theirs == FIVE else _MADE.get(own)
        return [texts(f"gomoku.{did}", side=side, point=Raw(shown_point(reply)))] if did else ()

    def last_chance(self, record: Record, texts: Texts) -> str:
        """That the only point that stopped a five was forbidden to the loser, and by which rule."""
        end = replay(record)
        before = end if end.outcome() is None else replay(record.before(max(0, len(record.moves) - 2)))
        if not isinstance(before, GomokuPosition) or before.stage or before.outcome() is not None:
            return ""
        names, sharp = before.board.grid.name, Lines(before).sharp
        stops = [names(point) for point, _, theirs in sharp if max(theirs) == FIVE]
        has_five = any(max(own) == FIVE for _, own, _ in sharp)
        if has_five or len(stops) != 1 or stops[0] not in before.forbidden:
            return ""
        return texts(
            "gomoku.forbidden-stop",
            side=self.side_name_in(before.to_move, before, texts),
            point=Raw(shown_point(stops[0])),
            rule=forbidding_rule(before.forbidden[stops[0]], texts),
        )

    def leaves_mark(self, move: Move) -> bool:
        """Whether a move places a stone: passes and choices of Swap2 leave nothing."""
        return move not in _CHOICES and super().leaves_mark(move)


def forbidding_rule(reason: str, texts: Texts) -> str:
    """The rule that forbids a point, by the text key of `games.gomoku.forbidden`."""
    return texts.plain(f"gomoku.{reason}")


def _name_and_rule(variant: str, texts: Texts) -> tuple[str, str]:
    """The two halves of a variant's text: ``Renju 15×15 — no double threes …``."""
    name, _, rule = texts.plain(f"choice.variant.gomoku.{variant}").partition(" — ")
    return name, rule


def _made(before: GomokuPosition, move: Move) -> Counter[int]:
    """What a move made on its four lines, by kind."""
    point = point_indices(before.board.grid).get(move)
    if point is None:
        return Counter()
    lines = Lines(before)
    own, _ = split(lines.pairs[lines.empty.index(point)])
    return Counter(own)


def _choices(position: GomokuPosition) -> Sequence[Move]:
    """The choices that Swap2 offers in a position; nothing once the colors are settled."""
    return position.stage.choices if position.stage else ()


GOMOKU_PRESENTER = GomokuPresenter()
