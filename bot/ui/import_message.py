"""The answer to an import: what was read of a file, what was not and why, and buttons to the reviews."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import discord
from discord.ui import ActionRow, Container, FileUpload, Label, LayoutView, Modal, TextDisplay, TextInput

from bot.icons import Icon
from bot.presenters.registry import PRESENTERS, game_title
from bot.records.base import Problem
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.match_list import imported_result
from bot.ui.match_message import kinds
from bot.ui.match_status import result_line
from bot.ui.modals import MODAL_SECONDS
from bot.ui.panel import Panel, button, select
from data.model.match import Match
from games import GAMES, replay

TEXT_FIELD, FILE_FIELD = "record", "file"
_MAX_TEXT = 4_000
"""Characters of a modal's field that Discord accepts."""
_MAX_PROBLEMS = 5
"""Problems of a file that are listed."""
_MAX_NOTES = 8
"""Notes on a file that are listed."""
_GUESSES = frozenset({"record.no-rules", "record.no-game", "record.no-size", "record.guessed-encoding"})
"""Notes on what a file does not say. They come after those on what is read otherwise than it says."""
_MAX_LABEL = 100  # characters that Discord shows of an option
_MAX_NAME = 32
"""The letters of a name that are shown."""
_OF_RECORDS = {
    "rule.notation": "record.notation",
    "rule.notation-piece": "record.notation",
    "rule.occupied": "record.occupied",
    "rule.no-flips": "record.no-flips",
    "rule.pass-with-moves": "record.pass-with-moves",
    "rule.ko": "record.ko",
    "rule.superko": "record.superko",
    "rule.suicide": "record.suicide",
    "rule.three-three": "record.three-three",
    "rule.four-four": "record.four-four",
    "rule.overline": "record.overline",
    "rule.not-your-piece": "record.not-your-piece",
    "rule.not-in-hand": "record.not-in-hand",
    "rule.cannot-reach": "record.cannot-reach",
}
"""The sentences of rules that speak to who moves, and what is said of a record instead."""
_COLOR = discord.Color(0x5865F2)


@dataclass(frozen=True, slots=True)
class FoundProblem:
    """A game of which nothing, or not everything, was read; a file that was not read to its end."""

    problem: Problem
    is_cut: bool = False
    """Whether the moves before it were read."""


@dataclass(frozen=True, slots=True)
class Imported:
    """The games of a file that are stored, and what could not be read."""

    matches: Sequence[Match]
    """The games that are stored, in their order."""
    problems: Sequence[FoundProblem]
    notes: Sequence[Problem]
    """What of the stored games is left out, added or read otherwise than the file says."""
    total: int
    """The games of the file that have moves."""
    first: int = 1
    """The number, among these, of the first game that is stored."""
    names: Sequence[tuple[str, str]] = ()
    """Who played the stored games, in their order; nothing where others read the answer."""

    @property
    def last(self) -> int:
        """The number of the last one that is stored."""
        return self.first + len(self.matches) - 1


def import_view(imported: Imported, reader: Texts) -> LayoutView:
    """What was read, what was not and why, and a button or a menu that opens the review."""
    lines = [
        *_heading(imported, reader),
        *_problem_lines(imported.problems, reader),
        *_note_lines(imported.notes, reader),
    ]
    if imported.last < imported.total:
        lines.append("-# " + reader("import.more", n=imported.total, next=imported.last + 1))
    lines.append("-# " + reader("import.no-names"))
    return layout(
        Container(TextDisplay("\n".join(lines)), _review_row(imported, reader), accent_color=_COLOR)
    )


def problem_line(problem: FoundProblem, reader: Texts) -> Raw:
    """The line and the reason why a file is not read, or not any further."""
    key = "import.cut" if problem.is_cut else "import.problem"
    return reader(key, line=problem.problem.line, reason=_reason(problem.problem, reader))


def record_modal(reader: Texts) -> Modal:
    """Asks for a record: a file, or a text."""
    modal = Modal(
        title=reader.plain("import.modal"), custom_id=Panel("import-text").custom_id, timeout=MODAL_SECONDS
    )
    field = TextInput[AnyView](
        custom_id=TEXT_FIELD,
        style=discord.TextStyle.paragraph,
        placeholder=reader.plain("import.placeholder"),
        max_length=_MAX_TEXT,
        required=False,
    )
    upload = FileUpload[AnyView](custom_id=FILE_FIELD, required=False)
    modal.add_item(Label(text=reader.plain("import.file"), component=upload))
    hint = reader.plain("import.field-hint")
    modal.add_item(Label(text=reader.plain("import.field"), description=hint, component=field))
    return modal


def _heading(imported: Imported, reader: Texts) -> Iterator[str]:
    if len(imported.matches) > 1:
        yield "### " + reader("import.several", n=len(imported.matches))
        return
    (match,) = imported.matches
    title = game_title(match.game, match.variant, reader)
    yield "### " + reader("import.one", game=title, id=match.id)
    if players := _players(imported.names[0] if imported.names else ("", ""), reader):
        yield players
    yield " · ".join([reader("import.moves", n=match.ply), *kinds(match, reader)])
    yield result_line(match, None, replay(match.record), PRESENTERS[match.game], reader)


def _players(names: tuple[str, str], reader: Texts) -> Raw | None:
    """Who played, as the file names them; None if it names nobody."""
    if not any(names):
        return None
    first, second = (name[:_MAX_NAME] or "?" for name in names)
    return reader("import.players", first=first, second=second)


def _problem_lines(problems: Sequence[FoundProblem], reader: Texts) -> Iterator[str]:
    yield from (f"{Icon.WARNING} {problem_line(problem, reader)}" for problem in problems[:_MAX_PROBLEMS])
    if len(problems) > _MAX_PROBLEMS:
        yield "-# " + reader("import.more-problems", n=len(problems) - _MAX_PROBLEMS)


def _note_lines(notes: Sequence[Problem], reader: Texts) -> Iterator[str]:
    """A line for each note, with the first of the places where it is the same."""
    places: dict[Raw, list[int]] = {}
    for note in sorted(notes, key=lambda note: note.key in _GUESSES):
        places.setdefault(_reason(note, reader), []).append(note.line)
    for reason, lines in list(places.items())[:_MAX_NOTES]:
        more = len(lines) - 1
        key = "import.also-there" if more else "import.problem"
        yield "-# " + reader(key, line=lines[0], reason=reason, n=more)
    if len(places) > _MAX_NOTES:
        yield "-# " + reader("import.more-notes", n=len(places) - _MAX_NOTES)


def _reason(problem: Problem, reader: Texts) -> Raw:
    arguments = dict(problem.arguments)
    if (game := arguments.get("game")) in GAMES:
        if (variant := str(arguments.get("variant", ""))) in GAMES[str(game)].variants:
            arguments["title"] = game_title(str(game), variant, reader)
        arguments["game"] = reader.plain(f"game.{game}")
    return reader(_OF_RECORDS.get(problem.key, problem.key), **arguments)


def _review_row(imported: Imported, reader: Texts) -> ActionRow[AnyView]:
    matches = imported.matches
    if len(matches) == 1:
        panel = Panel("review", str(matches[0].id))
        primary = discord.ButtonStyle.primary
        return ActionRow(button(panel, label=reader.plain("button.review"), style=primary))
    names = imported.names or [("", "")] * len(matches)
    options = [_option(match, players, reader) for match, players in zip(matches, names, strict=True)]
    return ActionRow(
        select(Panel("import-review"), options=options, placeholder=reader.plain("import.choose"))
    )


def _option(match: Match, names: tuple[str, str], reader: Texts) -> discord.SelectOption:
    title = game_title(match.game, match.variant, reader)
    label = f"#{match.id} {title}"[:_MAX_LABEL]
    result = imported_result(match, reader)
    words = [reader.plain("import.moves", n=match.ply), result.replace("*", "")]
    if any(names):
        first, second = (name[:_MAX_NAME] or "?" for name in names)
        words.insert(0, reader.plain("import.players", first=first, second=second))
    description = " · ".join(words)[:_MAX_LABEL]
    return discord.SelectOption(label=label, description=description, value=str(match.id))
