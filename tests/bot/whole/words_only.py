"""A person who hears a screen reader and sees no picture: texts, alt texts, labels, and what follows.

`Listener` presses buttons by their words and types moves; `WordedBoard` is the board in their head.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bot.texts import texts
from bot.ui.board_grid import EMPTY, grid_of
from games.base import Position
from sandbox import Person, Reply, SeenMessage

from .world import World

_POINT = re.compile(r"[a-t][0-9]{1,2}")
_SYMBOLS = {
    **dict.fromkeys(("Black", "흑"), "X"),
    **dict.fromkeys(("White", "백"), "O"),
    **dict.fromkeys(("Hounds", "사냥개"), "H"),
    **dict.fromkeys(("Hare", "hare", "토끼"), "R"),
}
_OTHER = {"X": "O", "O": "X"}
_PIECES = {**dict(zip("왕장상자후", "KJSZH", strict=True)), **{kind: kind for kind in "KJSZH"}}
_CHANGE = re.compile(
    r"(?:^|(?<=\. ))(?P<number>[0-9]+)(?:\. |수: )"  # 24. or 24수:
    r"(?P<side>Black|White|Hounds|Hare|Green|Red|흑|백|사냥개|토끼|초록|빨강) (?P<what>[^.]*)\."
)
_GREEN = ("Green", "초록")


@dataclass
class WordedBoard:
    """What somebody knows of a board who has heard its changes, and nothing else."""

    game: str
    symbols: dict[str, str]
    heard: int = 0
    """The number of the last move that was heard."""
    changes: list[str] = field(default_factory=list)

    def hear(self, words: str) -> None:
        """Take up the moves in the words that are new."""
        for change in _CHANGE.finditer(words):
            if int(change["number"]) > self.heard:
                self.heard = int(change["number"])
                self.changes.append(change[0])
                self._take(change["side"], change["what"])

    def _take(self, side: str, what: str) -> None:
        move, *effects = what.split(", ")
        points = _POINT.findall(move)
        if len(points) == 2:
            self._move(side, move, points[0], points[1], effects)
        elif points and self.game == "twelve_janggi":
            kind = next(kind for name, kind in _PIECES.items() if name in move.split())
            self.symbols[points[0]] = kind if side in _GREEN else kind.lower()
        elif points:
            mine = _SYMBOLS[side]
            self.symbols[points[0]] = mine
            for effect in effects:
                for point in _POINT.findall(effect):
                    self.symbols[point] = mine if self.game == "othello" else EMPTY

    def _move(self, side: str, move: str, origin: str, goal: str, effects: list[str]) -> None:
        piece = self.symbols[origin]
        if self.game == "twelve_janggi":
            assert _PIECES[move.split(maxsplit=1)[0]] == piece.upper(), move
            if any("becomes" in effect or "됨" in effect for effect in effects):
                piece = "H" if side in _GREEN else "h"
        self.symbols[origin], self.symbols[goal] = EMPTY, piece

    def check(self, position: Position) -> None:
        """Compare with the rules."""
        truth = grid_of(self.game, position).symbols
        wrong = {
            point: (self.symbols[point], symbol)
            for point, symbol in truth.items()
            if self.symbols[point] != symbol
        }
        assert not wrong, (wrong, self.changes)


def board_at_start(game: str, position: Position) -> WordedBoard:
    """The board that everybody knows who knows the rules."""
    return WordedBoard(game, dict(grid_of(game, position).symbols))


@dataclass
class Listener:
    """A person who hears messages and finds buttons by what is written on them."""

    w: World
    person: Person
    channel: str
    language: str

    def says(self, key: str) -> str:
        """A label in the person's language."""
        return texts(self.language).plain(key)

    @staticmethod
    def hears(message: SeenMessage) -> str:
        """Everything that a screen reader reads of a message above its buttons."""
        return "\n".join([message.text, *(image.description or "" for image in message.images)])

    @staticmethod
    def hears_of_picture(message: SeenMessage) -> str:
        """What is read of the one picture."""
        (picture,) = message.images
        assert picture.description
        return picture.description

    @staticmethod
    def labels(message: SeenMessage) -> list[str]:
        """The words on the buttons that can be pressed."""
        return [button.label for button in message.buttons if not button.disabled]

    async def presses(self, message: SeenMessage, label: str) -> Reply:
        """Press a button that can be pressed, by its words alone."""
        ids = {
            button.custom_id for button in message.buttons if button.label == label and not button.disabled
        }
        assert len(ids) == 1, f"{label!r} is not one of {self.labels(message)}: {self.hears(message)}"
        (custom_id,) = ids
        reply = await self.person.click(message, custom_id=custom_id or "")
        await self.w.handled()
        return reply

    async def types(self, message: SeenMessage, move: str) -> Reply:
        """Type a move in the form of a board."""
        form = (await self.presses(message, self.says("button.type"))).form
        reply = await self.person.submit(form, {next(iter(form.fields)): move})
        await self.w.handled()
        return reply

    async def plays(self, message: SeenMessage, move: str) -> None:
        """Play a move by its button, or by typing it where none has its name."""
        await (self.presses if move in self.labels(message) else self.types)(message, move)

    async def reads(self, where: str = "", match: int | None = None) -> str:
        """What ``/board`` reads of a place."""
        options: dict[str, object] = {"action": "read"}
        if where:
            options["where"] = where
        if match is not None:
            options["match"] = match
        return (await self.person.command(self.channel, "board", **options)).shown.text

    async def legal_moves(self, match: int) -> list[str]:
        """The legal moves that ``/board`` reads, as they are typed: not those that begin in the hand."""
        read = await self.reads(match=match)
        line = next(line for line in reversed(read.split("\n")) if re.match(r"[0-9]+ legal|둘 수 있는", line))
        moves = line.partition(": ")[2].rstrip(".").split(", ")
        return [move for move in moves if re.fullmatch(r"[a-t][0-9]+( → [a-t][0-9]+)?", move)]
