"""Thirty people in one channel: two play, twelve guess, eight race through puzzles, eight share a simul.

Before that, two play alone, and then with twenty who guess their moves, so that the rows say what watchers
cost. REST calls take 50 ms, which the times contain, and Discord's rate limits hold. The people and their
Discord are simulated in this process, on the same cores.

``python -m bench.channel --minutes 10 --people 30`` changes the defaults.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import Row
from bench.__main__ import line
from bench.bot_process import warm_bot
from bench.channel_people import ChannelPeople
from bench.interactions import percentiles
from bench.processes import processor_seconds
from bench.traffic import Sent, Traffic, closest_edits, limit_rows
from bot.match.limits import RACERS
from bot.messages import races, tournament_messages
from bot.tournaments.simul import OPPONENTS
from sandbox import Sandbox

BY_NAME_ONLY = "three minutes"
MINUTES, PEOPLE, WATCHERS = 2.0, 30, 20
_OF_TWO = 0.25
"""The part of the minutes that the two play alone, and then with those who guess."""
_BRISK = (1.2, 2.0)
"""The least and the most seconds that they think about a move then."""
_REST_SECONDS = 0.05
_REFUSED = "rate limit"
"""In each line of discord.py's log about a request that was refused with 429."""

_Doings = Sequence[Coroutine[None, None, None]]
_Start = Callable[[ChannelPeople], _Doings]


@dataclass(frozen=True, slots=True)
class Party:
    """How many people do what, beside the two who play."""

    guessers: int
    racers: int
    opponents: int
    """Those who play against the giver of the simul."""

    @classmethod
    def of(cls, people: int) -> Party:
        """Divide people as thirty are divided; raises ValueError for fewer than eight."""
        if people < 8:
            raise ValueError("there are at least eight people: two play, and each part has two")
        share = max(2, round(people * 8 / 30))
        racers, simul = min(RACERS, share), min(1 + OPPONENTS, share)
        return cls(people - 2 - racers - simul, racers, simul - 1)


@dataclass(frozen=True, slots=True)
class Part:
    """What happened for so many seconds."""

    people: ChannelPeople
    sent: list[Sent]
    seconds: float
    processor: float
    """Of the bot's process, in seconds."""


def rows() -> Iterator[Row]:
    """Measure the two alone, with watchers, and everybody."""
    yield from asyncio.run(measured(MINUTES, PEOPLE))


async def measured(minutes: float, people: int) -> list[Row]:
    """Measure each part, everybody together for so many minutes."""
    party, seconds = Party.of(people), 60 * minutes
    with tempfile.TemporaryDirectory() as name:
        async with warm_bot(Path(name)) as (sandbox, process, _):
            traffic = Traffic(_REST_SECONDS)
            sandbox.faults.add(traffic)
            sandbox.limits.enabled = True
            alone = await _part(sandbox, process.pid, traffic, _OF_TWO * seconds, _two(0))
            watched = await _part(sandbox, process.pid, traffic, _OF_TWO * seconds, _two(WATCHERS))
            together = await _part(sandbox, process.pid, traffic, seconds, _everybody(party))
            log = (Path(name) / "bot.log").read_text()
            print(log, end="", file=sys.stderr)
    return [
        *percentiles("two alone: move to its board", alone.people.waits["move"].shown),
        *part_rows(f"{WATCHERS} watchers", watched),
        *part_rows(f"{people} people", together),
        Row("requests that Discord refused with 429", log.lower().count(_REFUSED), "", "0"),
        Row("lines of the bot's log from warnings on", len(log.splitlines()), "", "0"),
    ]


async def _part(
    sandbox: Sandbox,
    pid: int,
    traffic: Traffic,
    seconds: float,
    start: _Start,
) -> Part:
    """Let people do something for so many seconds, in a server of their own."""
    people, known, spent = ChannelPeople(sandbox, seconds), len(traffic.sent), processor_seconds(pid)
    await people.play(*start(people))
    people.messages.stop()
    return Part(people, traffic.sent[known:], seconds, processor_seconds(pid) - spent)


def _two(watchers: int) -> _Start:
    def start(people: ChannelPeople) -> _Doings:
        first, second = people.people(2)
        guessers = [people.guesser(person) for person in people.people(watchers)]
        return [people.players(first, second, _BRISK), *guessers]

    return start


def _everybody(party: Party) -> _Start:
    def start(people: ChannelPeople) -> _Doings:
        first, second = people.people(2)
        return [
            people.players(first, second),
            *(people.guesser(person) for person in people.people(party.guessers)),
            people.race(people.people(party.racers)),
            people.simul(people.organizer, people.people(party.opponents)),
        ]

    return start


def part_rows(name: str, part: Part) -> Iterator[Row]:
    """Convert a part to rows: the times of each kind of press, what failed, and the requests."""
    people = part.people
    for kind, waits in people.waits.items():
        if waits.answered:
            presses = len(waits.answered) + waits.unanswered
            yield Row(f"{name}: {kind}, not answered", waits.unanswered, f"of {presses}", "0")
            yield from percentiles(f"… {kind}: to the answer", waits.answered, "300")
        if waits.shown:
            yield from percentiles(f"… {kind}: to the edited message", waits.shown)
    for sentence, times in people.refused.most_common():
        yield Row("… refused: " + " ".join(sentence.split())[:50], times, "", "0")
    yield Row(f"{name}: refused", people.refused.total(), "", "0")
    yield Row(f"{name}: waited for in vain", len(people.failures), ", ".join(people.failures), "0")
    yield Row(f"{name}: buttons that were gone at the press", people.gone, "", "")
    for what, times in people.finished.items():
        yield Row(f"{name}: {what} that ended", times, "", "")
    yield from limit_rows(part.sent)
    for what, messages, bound in (
        ("a race's", people.races, races.EDIT_SECONDS),
        ("a simul's", people.simuls, tournament_messages.EDIT_SECONDS),
    ):
        if (seconds := closest_edits(part.sent, messages)) is not None:
            yield Row(f"{name}: least time between edits of {what} message", seconds, "s", f"≥ {bound:.0f}")
    yield Row(f"{name}: share of a core, the bot", 100 * part.processor / part.seconds, "%", "")


def main(words: Sequence[str]) -> None:
    """Measure with other minutes and other people."""
    parser = argparse.ArgumentParser("python -m bench.channel", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=MINUTES, help=f"of everybody ({MINUTES:.0f})")
    parser.add_argument("--people", type=int, default=PEOPLE, help=f"in the channel ({PEOPLE})")
    options = parser.parse_args(words)
    for row in asyncio.run(measured(options.minutes, options.people)):
        print(line(row))


if __name__ == "__main__":
    main(sys.argv[1:])
