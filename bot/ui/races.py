"""Puzzle races: the message in the channel, and each racer's own board; storms have the board alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import discord
from discord.ui import ActionRow, Container, LayoutView, Modal, TextDisplay

from ai.puzzles.puzzle import Puzzle
from bot.icons import Icon
from bot.presenters.keypad import Keypad
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.clocks import duration
from bot.ui.layout import NEXT_STEP, UNBROKEN, above_part, layout
from bot.ui.match_message import ACTIVE, INACTIVE, gallery
from bot.ui.modals import move_modal
from bot.ui.panel import Panel, button
from bot.ui.puzzle_scene import puzzle_in_words
from bot.ui.puzzle_words import legend, move_name, question_line
from bot.ui.tournament_end import MEDALS
from bot.ui.trying import RIGHT, WRONG, keypad_rows, rows_with_controls
from data.model.race import (
    LEAST_RACERS,
    PENALTY_SECONDS,
    PUZZLES,
    SECONDS,
    Race,
    Racer,
    RaceState,
    StormBest,
)
from data.model.server_race import RaceWeek
from games.base import Move, Record

RACE = "race"
"""The verb of the panels."""
REVIEW = "review"
"""Leads through what a person has missed, from a puzzle on."""
JOIN, LEAVE, START, BEGIN = "join", "leave", "start", "begin"
"""What buttons of a whole race do, the second part of the panel's argument: join or leave it, start it
before its time, begin one's own board."""
AGAIN, STORM, STOP = "again", "storm", "stop"
"""Likewise: race or storm again, storm instead of a race, end a storm."""
_OF_RACE = (JOIN, LEAVE, START, BEGIN, AGAIN, STORM, STOP)
_ARGUMENT = re.compile(
    rf"(\d{{1,10}})\.(?:({'|'.join(_OF_RACE)})|(\d{{1,3}})\.(\d{{1,2}})\.(try|look|type|typed|review)(?:\.(.+))?)"
)
"""``7.join`` is about race 7, ``7.3.1.try.d4`` a move at step 1 of its puzzle 3."""


@dataclass(frozen=True, slots=True)
class RacePress:
    """What a button of a race does."""

    race_id: int
    action: str
    """`JOIN`, `BEGIN` and the others above; on the board ``try`` a move, ``look`` at a part,
    ``type`` a move, and ``typed``, which the form sends; after the end, `REVIEW`."""
    number: int = 0
    """The puzzle's in the race, from 0."""
    step: int = 0
    """How many moves of the puzzle's line were played before the question."""
    choice: str = ""
    """The move or the selection."""

    @property
    def panel(self) -> Panel:
        """The press that carries it."""
        if self.action in _OF_RACE:
            return Panel(RACE, f"{self.race_id}.{self.action}")
        tail = f".{self.choice}" if self.choice else ""
        return Panel(RACE, f"{self.race_id}.{self.number}.{self.step}.{self.action}{tail}")

    @classmethod
    def read(cls, argument: str) -> Self | None:
        """What a panel's argument means; None if it names nothing."""
        parsed = _ARGUMENT.fullmatch(argument)
        if parsed is None:
            return None
        race_id, action, number, step, board_action, choice = parsed.groups()
        return cls(int(race_id), action or board_action, int(number or 0), int(step or 0), choice or "")


@dataclass(frozen=True, slots=True)
class MissedPuzzle:
    """A puzzle of a race that a person has missed, and looks at after their time."""

    race_id: int
    number: int
    """The puzzle's in the race, from 0."""
    then: int = 0
    """The number of the next puzzle that the person has missed; 0 if this is the last."""

    @property
    def following(self) -> Panel:
        """The press that leads to the next one, or after the last to the result."""
        press = RacePress(self.race_id, REVIEW, self.then) if self.then else RacePress(self.race_id, BEGIN)
        return press.panel

    def __str__(self) -> str:
        return f"{self.race_id}-{self.number}-{self.then}"

    @classmethod
    def read(cls, text: str) -> Self | None:
        """What a text means; None if it names no puzzle."""
        numbers = text.split("-")
        return cls(*map(int, numbers)) if len(numbers) == 3 and all(map(str.isdecimal, numbers)) else None


def missed_from(racer: Racer, number: int) -> MissedPuzzle | None:
    """The first puzzle from a number on that a person has missed; None if there is none."""
    missed = [answer.number for answer in racer.answers if not answer.solved and answer.number >= number]
    return MissedPuzzle(racer.race_id, missed[0], *missed[1:2]) if missed else None


def belongs_to(race_id: int, panel: Panel) -> bool:
    """Whether a button is one of a race's message."""
    press = RacePress.read(panel.argument) if panel.verb == RACE else None
    return press is not None and press.race_id == race_id


# --- In the channel ----------------------------------------------------------------------------------


def race_view(state: RaceState, texts: Texts, invited: Sequence[int] = ()) -> LayoutView:
    """The message of a race: who is in it, the table while it goes on, and at its end.

    ``invited`` are people of the race before, who are asked again.
    """
    race = state.race
    lines: list[str]
    if race.ended_at is not None and not race.has_begun:
        lines = [texts("race.called-off")]
    elif race.ended_at is not None:
        lines = [texts("race.over"), *_table(state, texts)]
    elif race.has_begun:
        lines = [texts("race.goes", when=_moment(race.ends_at)), *_table(state, texts)]
    else:
        lines = [*_waiting_lines(state, texts, invited)]
    color = INACTIVE if race.ended_at is not None else ACTIVE
    text = TextDisplay[AnyView]("\n".join([_heading(race, texts), *lines]))
    return layout(Container(text, ActionRow(*_channel_buttons(state, texts)), accent_color=color))


def _waiting_lines(state: RaceState, texts: Texts, invited: Sequence[int]) -> Iterator[str]:
    race, people = state.race, [racer.user_id for racer in state.racers]
    when = _moment(race.starts_at)
    if race.creator_id is None:
        yield texts("race.waits-without-name", when=when)
    else:
        yield texts("race.waits", person=Raw(f"<@{race.creator_id}>"), when=when)
    yield texts("race.joined", n=len(people), people=_names(people))
    if too_few(state):
        yield texts("race.too-few")
    others = [user_id for user_id in invited if user_id not in people]
    if others:
        yield texts("race.invited", people=_names(others))
    minutes, penalty = round(SECONDS / 60), round(PENALTY_SECONDS)
    yield "-# " + texts("race.rules", puzzles=PUZZLES, n=minutes, penalty=penalty)


def _table(state: RaceState, texts: Texts) -> Iterator[str]:
    is_over = state.race.ended_at is not None
    for racer in state.ranking:
        place = state.place(racer)
        medal = MEDALS.get(place) if is_over and racer.solved else None
        time = f" · {duration(racer.seconds(state.race), texts)}" if is_over and racer.solved else ""
        yield f"{medal or f'**{place}.**'} <@{racer.user_id}> · {_score(racer)}{time}"
    if not state.racers:
        yield texts("race.nobody-left")


def _channel_buttons(state: RaceState, texts: Texts) -> Iterator[discord.ui.Item[AnyView]]:
    race = state.race
    if race.ended_at is not None:
        yield from _again_buttons(race, texts)
    elif race.has_begun:
        yield _button(race, BEGIN, texts, NEXT_STEP)
    else:
        yield _button(race, JOIN, texts, NEXT_STEP)
        if not too_few(state):
            yield _button(race, START, texts)


def _again_buttons(race: Race, texts: Texts) -> Iterator[discord.ui.Item[AnyView]]:
    """A rematch; where the race did not begin, also a storm, which needs nobody else."""
    yield _button(race, AGAIN, texts)
    if not race.has_begun:
        yield _button(race, STORM, texts)


def _button(
    race: Race,
    action: str,
    texts: Texts,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> discord.ui.Item[AnyView]:
    return button(RacePress(race.id, action).panel, label=texts.plain(f"race.{action}"), style=style)


# --- A racer's own board -----------------------------------------------------------------------------


def waiting_view(race: Race, texts: Texts) -> LayoutView:
    """What a person who has joined sees until the race begins."""
    said = texts("race.in-it", when=_moment(race.starts_at))
    return _private(race, said, _button(race, LEAVE, texts), texts)


def left_view(race: Race, texts: Texts) -> LayoutView:
    """What a person sees who has left a race before it began."""
    return _private(race, texts("race.left"), _button(race, JOIN, texts), texts)


def _private(race: Race, said: str, item: discord.ui.Item[AnyView], texts: Texts) -> LayoutView:
    text = TextDisplay[AnyView](f"{_heading(race, texts)}\n{said}")
    return layout(Container(text, ActionRow(item), accent_color=ACTIVE))


def board_view(
    state: RaceState,
    racer: Racer,
    puzzle: Puzzle,
    step: int,
    keypad: Keypad,
    texts: Texts,
    *,
    note: str = "",
) -> LayoutView:
    """The puzzle that a person has to answer now; a ``note`` says what became of the last move."""
    race = state.race
    press = RacePress(race.id, "try", len(racer.answers), step)

    def panel(action: str, choice: str = "") -> Panel:
        return RacePress(race.id, action, press.number, step, choice).panel

    question = question_line(puzzle, texts, step)
    heading = _board_heading(race, racer, texts)
    record = Record(puzzle.game, puzzle.variant, puzzle.moves + puzzle.line[:step])
    alt = puzzle_in_words(puzzle, record, texts, moves=2 if step else 1)
    color = ACTIVE if not racer.answers else RIGHT if racer.answers[-1].solved else WRONG
    note = note or legend(puzzle, texts)
    if keypad.is_of_part:
        text = above_part(heading, question)
    elif race.is_storm:
        lines = [note, question] if note else [question]
        # An icon stays with its words where the paragraph breaks.
        text = above_part(heading, *(line.replace(" ", UNBROKEN, 1) for line in lines))
    else:
        text = TextDisplay("\n".join([heading, *([f"-# {note}"] if note else []), question]))
    can_stop = race.is_storm and race.week is None  # a run is the only one of its week
    stop = [_button(race, STOP, texts)] if can_stop and not keypad.is_of_part else []
    rows = rows_with_controls(keypad, panel, stop) if stop else keypad_rows(keypad, panel)
    return layout(Container(text, gallery(alt), *rows, accent_color=color))


def answer_note(
    puzzle: Puzzle, step: int, move: Move, texts: Texts, *, solved: bool, is_short: bool = False
) -> str:
    """What became of a move, and what a wrong one costs; ``is_short`` as in a storm, with the right move."""
    if is_short and not solved:
        answer = Raw(f"**{move_name(puzzle, puzzle.after(step), puzzle.line[step], texts)}**")
        return texts("race.wrong-short", penalty=round(PENALTY_SECONDS), answer=answer)
    name = Raw(f"**{move_name(puzzle, puzzle.after(step), move, texts)}**")
    if solved:
        return texts("race.right", move=name)
    return texts("race.wrong", move=name, penalty=round(PENALTY_SECONDS))


def answers_are_secret(race: Race, now: float) -> bool:
    """Whether others may still race with the same puzzles: in the race of servers, until its week is over."""
    return race.week is not None and now < RaceWeek(race.week).closes_at


def done_view(
    state: RaceState,
    racer: Racer,
    texts: Texts,
    *,
    now: float,
    bests: Sequence[StormBest] = (),
    note: str = "",
) -> LayoutView:
    """What a person sees who can answer no more; after a storm, with their best ones."""
    race = state.race
    lines = [_heading(race, texts), *([note] if note else [])]
    if race.week is not None:
        lines.append(texts("server_race.done", n=racer.solved))
        if answers_are_secret(race, now):
            lines.append(_until_the_week_is_over(RaceWeek(race.week), racer, texts))
    elif race.is_storm:
        lines.append(texts("race.storm-score", n=racer.solved))
        lines += _best_lines(bests, texts)
    elif not race.has_begun:
        lines.append(texts("race.called-off"))
    else:
        lines.append(texts("race.done", score=Raw(_score(racer))))
    buttons = list(_end_buttons(race, racer, texts, now))
    rows = [ActionRow[AnyView](*buttons)] if buttons else []
    return layout(Container(TextDisplay[AnyView]("\n".join(lines)), *rows, accent_color=INACTIVE))


def _until_the_week_is_over(week: RaceWeek, racer: Racer, texts: Texts) -> Raw:
    when = _moment(week.closes_at)
    if not racer.wrong:
        return texts("server_race.next", when=when)
    return texts("server_race.answers", when=when, button=texts.plain("server_race.mine"))


def _end_buttons(race: Race, racer: Racer, texts: Texts, now: float) -> Iterator[discord.ui.Item[AnyView]]:
    is_storm = race.is_storm and race.week is None
    if is_storm:
        yield button(RacePress(race.id, AGAIN).panel, label=texts.plain("race.storm-again"), style=NEXT_STEP)
    elif not race.has_begun:
        yield from _again_buttons(race, texts)
    if racer.wrong and not answers_are_secret(race, now):
        label = texts.plain("race.review", n=racer.wrong)
        style = discord.ButtonStyle.secondary if is_storm else NEXT_STEP
        yield button(RacePress(race.id, REVIEW).panel, label=label, style=style)


def _best_lines(bests: Sequence[StormBest], texts: Texts) -> list[str]:
    """A person's best storms, a line for each game."""
    named = [(_game(best.game or None, texts), best.solved) for best in bests]
    return [f"-# {texts('race.storm-best', game=game, n=solved)}" for game, solved in named]


def race_modal(puzzle: Puzzle, press: RacePress, texts: Texts) -> Modal:
    """Asks for a move."""
    record = Record(puzzle.game, puzzle.variant, puzzle.moves + puzzle.line[: press.step])
    typed = RacePress(press.race_id, "typed", press.number, press.step)
    title = texts.plain("puzzle.title", game=texts.plain(f"game.{puzzle.game}"))
    return move_modal(record, title, typed.panel.custom_id, texts)


def too_few(state: RaceState) -> bool:
    """Whether so few have joined that there is no race."""
    return len(state.racers) < LEAST_RACERS


def _heading(race: Race, texts: Texts) -> str:
    kind = "server_race.name" if race.week is not None else "race.storm" if race.is_storm else "race.name"
    name = texts(kind)
    return f"-# {Icon.PUZZLE} **{name}** · {_game(race.game, texts)}"


def _board_heading(race: Race, racer: Racer, texts: Texts) -> str:
    """How far a person is, in a line of a phone."""
    number = f"{len(racer.answers) + 1}/{len(race.puzzles)}"
    # A storm is named until its first answer: then the note of that needs the room.
    kind = "choice.mode.storm" if race.week is None else "server_race.name"
    name = f"**{texts(kind)}**" if race.is_storm else number
    place = [] if race.is_storm and racer.answers else [f"{Icon.PUZZLE} {name}"]
    until = f"{Icon.CLOCK} {_moment(racer.ends_at(race))}"
    return f"-# {' · '.join([*place, _score(racer), until])}"


def _game(game: str | None, texts: Texts) -> Raw:
    return texts("race.mixed") if game is None else Raw(texts.plain(f"game.{game}"))


def _score(racer: Racer) -> str:
    return f"{Icon.RIGHT} {racer.solved} {Icon.WRONG} {racer.wrong}"


def _names(people: Sequence[int]) -> Raw:
    return Raw(", ".join(f"<@{user_id}>" for user_id in people))


def _moment(moment: float) -> Raw:
    return Raw(f"<t:{round(moment)}:R>")
