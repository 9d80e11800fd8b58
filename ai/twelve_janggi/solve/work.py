"""The solver's stages and the files it works in. Start reading at `solve`.

Everything large is a file that is mapped into memory, so whatever was done when the process ends, even by
SIGKILL, is there when it starts again; every stage may be done twice over a part without harm.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ai.twelve_janggi.index import CALM, ONES, place_of
from ai.twelve_janggi.oracle import new_room
from ai.twelve_janggi.solve import pack, reach, retrograde
from ai.twelve_janggi.state import state_of
from ai.twelve_janggi.steps import DROPS
from games.twelve_janggi import TWELVE_JANGGI

_PARTS = 200
"""Into how many parts a pass over all numbers is cut: so often the progress is shown."""
_EXPECTED_PLIES = 180
_BAR = 30


class SolveError(RuntimeError):
    """A count or a check is not what it must be."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What differs between the two games that this board and these pieces are played by, and what is known.

    ``drops_on``: a mask of the squares that drops may go to. ``play_on``: a position where the other's King
    can be taken, or has entered and cannot, is played on in every way, not only to its end. ``known``: counts
    that were found before, elsewhere.
    """

    name: str
    drops_on: np.uint64
    play_on: bool
    known: dict[str, int]


RULES = {
    "janggi": Rules(
        "Twelve Janggi",
        drops_on=DROPS,
        play_on=True,
        known={
            "reached": 558_871_086,
            "won": 482_566_487,
            "drawn": 2_905_367,
            "lost": 73_399_232,
            "calm": 92_215_475,
            "start": 0,
            "longest": 179,
        },
    ),
    "dobutsu": Rules(
        "Dobutsu Shogi",
        drops_on=ONES,
        play_on=False,
        known={"reached": 246_803_167, "start": -78},
    ),
}
"""Twelve Janggi as an independent solver found it (issue 6), Dobutsu Shogi as T. Tanaka published it."""

Show = Callable[[str, float], None]
"""Told what is being done, and how much of it is (0 to 1)."""


class Work:
    """The files of one solution in a folder, and how far it is."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._state = folder / "progress.json"
        self.facts: dict[str, Any] = json.loads(self._state.read_text()) if self._state.exists() else {}
        self.reached = self._mapped("reached.bits", np.uint64, reach.WORDS)
        self.values = self._mapped("values.plies", np.int16, CALM)

    def expanded(self) -> np.ndarray[Any, Any]:
        """Which positions' moves have been followed."""
        return self._mapped("expanded.bits", np.uint64, reach.WORDS)

    def note(self, **facts: Any) -> None:
        """Remember what was found; what a stage noted is not done again."""
        self.facts.update(facts)
        fresh = self._state.with_suffix(".new")
        fresh.write_text(json.dumps(self.facts, indent=1))
        fresh.replace(self._state)

    def _mapped(self, name: str, kind: Any, length: int) -> np.ndarray[Any, Any]:
        path = self._folder / name
        mode: Any = "r+" if path.exists() else "w+"
        return np.memmap(path, kind, mode, shape=(length,))


def bar() -> Show:
    """Shows progress on one line of the terminal, with the time it has taken."""
    began = time.monotonic()

    def show(doing: str, done: float) -> None:
        filled = int(_BAR * done)
        spent = int(time.monotonic() - began)
        line = f"{doing:<34} {'█' * filled}{'·' * (_BAR - filled)} {done:4.0%}  {spent // 60}:{spent % 60:02}"
        sys.stderr.write(f"\r{line}" + ("\n" if done >= 1 else ""))
        sys.stderr.flush()

    return show


def solve(rules: Rules, work: Work, show: Show) -> dict[str, Any]:
    """All stages that are still to do; what was found. Raises `SolveError` if a check fails."""
    for stage, name in ((_reach, "reached"), (_begin, "calm"), (_spread, "longest"), (_check, "checked")):
        if name not in work.facts:
            stage(rules, work, show)
    for name, known in rules.known.items():
        if work.facts[name] != known:
            raise SolveError(f"{name} is {work.facts[name]}, but {known} is known")
    return work.facts


def make_table(work: Work, path: Path, show: Show) -> int:
    """Make the table that is shipped, and check it by every value; its size in bytes."""
    values = work.values.view(np.ndarray)

    def shown() -> Iterator[tuple[int, int]]:
        for first, last, share in _parts(CALM):
            yield first, last
            show("collecting what to store", share)

    known = pack.collect(values, shown())
    show("filling the table", 0.0)
    words = pack.pack(known)
    room, untrue = new_room(), 0
    for first, last, share in _parts(CALM):
        untrue += pack.untrue(words, values, first, last, room)
        show("checking the table by every value", share)
    if untrue:
        raise SolveError(f"the table is wrong about {untrue} positions")
    pack.write(words, path)
    return int(words.nbytes)


def _parts(length: int) -> Iterator[tuple[int, int, float]]:
    step = length // _PARTS + 1
    for start in range(0, length, step):
        end = min(length, start + step)
        yield start, end, end / length


def _reach(rules: Rules, work: Work, show: Show) -> None:
    expanded, total = work.expanded(), rules.known.get("reached", reach.WORDS * 64)
    start = state_of(TWELVE_JANGGI.start("classic"))
    reach.add(work.reached, place_of(np.uint64(start)))
    done, fresh = sum(int(word).bit_count() for word in expanded), -1
    while fresh != 0:
        fresh = 0
        for first, last, _ in _parts(reach.WORDS):
            fresh += reach.expand(work.reached, expanded, first, last, rules.drops_on, rules.play_on)
            show("following every move", min(0.99, (done + fresh) / total))
        done += fresh
    show("following every move", 1.0)
    kinds = np.zeros(4, dtype=np.int64)
    for first, last, share in _parts(reach.WORDS):
        kinds += reach.standings(work.reached, first, last)
        show("counting", share)
    work.note(standings=kinds.tolist(), reached=done)


def _begin(rules: Rules, work: Work, show: Show) -> None:
    counts = np.zeros(4, dtype=np.int64)
    for first, last, share in _parts(CALM):
        counts += retrograde.begin(work.values, work.reached, first, last, rules.drops_on)
        show("what a look decides", share)
    if counts[3]:
        raise SolveError(f"{counts[3]} positions without a move")
    work.note(plies=2, calm=int(counts[0]))


def _spread(rules: Rules, work: Work, show: Show) -> None:
    fresh = -1
    while fresh != 0:
        plies, fresh = work.facts["plies"], 0
        for first, last, share in _parts(CALM):
            fresh += retrograde.spread(work.values, first, last, plies, rules.drops_on)
            show(f"decided in {plies} plies, and before", min(0.99, (plies + share) / _EXPECTED_PLIES))
        work.note(plies=plies + 1)
    show("backwards from every end", 1.0)
    _tell(work)


def _tell(work: Work) -> None:
    histogram = retrograde.histogram(work.values, 0, CALM)
    _, entered, takes, late = work.facts["standings"]
    middle = len(histogram) // 2
    start = retrograde.value_of(work.values, np.uint64(state_of(TWELVE_JANGGI.start("classic"))))
    plies = np.flatnonzero(histogram) - middle
    work.note(
        won=int(histogram[middle + 1 :].sum()) + entered + takes,
        drawn=int(histogram[middle]),
        lost=int(histogram[:middle].sum()) + late,
        start=int(start),
        histogram={int(ply): int(histogram[middle + ply]) for ply in plies},
        longest=int(plies.max()),
    )


def _check(rules: Rules, work: Work, show: Show) -> None:
    wrong = 0
    for first, last, share in _parts(CALM):
        wrong += retrograde.wrong(work.values, first, last, rules.drops_on)
        show("checking every value by its moves", share)
    if wrong:
        raise SolveError(f"{wrong} values are not what their moves say")
    work.note(checked=True)
