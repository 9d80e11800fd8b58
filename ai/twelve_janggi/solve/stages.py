"""The solver's stages and the files that it works in. Start reading at `solve`.

Everything large is a memory-mapped file, so the work survives the end of the process, even by SIGKILL.
Repeating a stage over a part is harmless.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, TypeVar, Unpack

import numpy as np
from numpy.typing import NDArray

from ai.twelve_janggi.index import QUIET, SQUARES_MASK, index_of
from ai.twelve_janggi.solve import build_tablebase, reachability, retrograde
from ai.twelve_janggi.state import state_of
from ai.twelve_janggi.successors import DROPS
from ai.twelve_janggi.tablebase_probe import new_buffer
from games.twelve_janggi import TWELVE_JANGGI

_PARTS = 200
"""Into how many parts a pass over all indices is cut, which is how often the progress is shown."""
_EXPECTED_PLIES = 180
_BAR = 30


class Facts(TypedDict, total=False):
    """What the stages have found so far, as it is stored."""

    standings: list[int]
    reached: int
    plies: int
    calm: int
    won: int
    drawn: int
    lost: int
    start: int
    histogram: dict[int, int]
    longest: int
    checked: bool


_Item = TypeVar("_Item", bound=np.generic)


class SolveError(RuntimeError):
    """A count or a check is wrong."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The differences between the two games of this board and these pieces, and their known counts.

    ``drops_on``: a mask of the squares that drops may go to. ``play_on``: a position where the other's King
    can be captured, or has entered and cannot be captured, is played on in every way, not only to its end.
    ``known``: counts that were published before.
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
        drops_on=SQUARES_MASK,
        play_on=False,
        known={"reached": 246_803_167, "start": -78},
    ),
}
"""Twelve Janggi as an independent solver found it (issue 6), Dobutsu Shogi as T. Tanaka published it."""

Show = Callable[[str, float], None]
"""Called with what is being done and the fraction that is done (0 to 1)."""


class WorkFiles:
    """The files of one solution in a folder, and its progress."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._state = folder / "progress.json"
        self.facts: Facts = json.loads(self._state.read_text()) if self._state.exists() else {}
        self.reached = self._mapped("reached.bits", np.uint64, reachability.WORDS)
        self.values = self._mapped("values.plies", np.int16, QUIET)

    def expanded(self) -> NDArray[np.uint64]:
        """Which positions have been expanded."""
        return self._mapped("expanded.bits", np.uint64, reachability.WORDS)

    def note(self, **facts: Unpack[Facts]) -> None:
        """Store results; a stage whose results are stored is not repeated."""
        self.facts.update(facts)
        fresh = self._state.with_suffix(".new")
        fresh.write_text(json.dumps(self.facts, indent=1))
        fresh.replace(self._state)

    def _mapped(self, name: str, kind: type[_Item], length: int) -> NDArray[_Item]:
        path = self._folder / name
        return np.memmap(path, kind, "r+" if path.exists() else "w+", shape=(length,))


def progress_bar() -> Show:
    """A progress line on the terminal, with the elapsed time."""
    began = time.monotonic()

    def show(doing: str, done: float) -> None:
        filled = int(_BAR * done)
        spent = int(time.monotonic() - began)
        line = f"{doing:<34} {'█' * filled}{'·' * (_BAR - filled)} {done:4.0%}  {spent // 60}:{spent % 60:02}"
        sys.stderr.write(f"\r{line}" + ("\n" if done >= 1 else ""))
        sys.stderr.flush()

    return show


def solve(rules: Rules, files: WorkFiles, show: Show) -> dict[str, object]:
    """Run all stages that are still to do; the results. Raises `SolveError` if a check fails."""
    for stage, name in (
        (_expand, "reached"),
        (_initialize, "calm"),
        (_propagate, "longest"),
        (_check, "checked"),
    ):
        if name not in files.facts:
            stage(rules, files, show)
    facts: dict[str, object] = {**files.facts}
    for name, known in rules.known.items():
        if facts[name] != known:
            raise SolveError(f"{name} is {facts[name]}, but {known} is known")
    return facts


def make_table(files: WorkFiles, path: Path, show: Show) -> int:
    """Build the tablebase, and check it against every value; its size in bytes."""
    values = files.values.view(np.ndarray)

    def shown() -> Iterator[tuple[int, int]]:
        for first, last, share in _parts(QUIET):
            yield first, last
            show("collecting what to store", share)

    known = build_tablebase.collect(values, shown())
    show("filling the table", 0.0)
    words = build_tablebase.build(known)
    buffer, wrong = new_buffer(), 0
    for first, last, share in _parts(QUIET):
        wrong += build_tablebase.count_wrong_bounds(words, values, first, last, buffer)
        show("checking the table by every value", share)
    if wrong:
        raise SolveError(f"the table is wrong about {wrong} positions")
    build_tablebase.write(words, path)
    return int(words.nbytes)


def _parts(length: int) -> Iterator[tuple[int, int, float]]:
    step = length // _PARTS + 1
    for start in range(0, length, step):
        end = min(length, start + step)
        yield start, end, end / length


def _expand(rules: Rules, files: WorkFiles, show: Show) -> None:
    expanded, total = files.expanded(), rules.known.get("reached", reachability.WORDS * 64)
    start = state_of(TWELVE_JANGGI.start("classic"))
    reachability.add(files.reached, index_of(np.uint64(start)))
    done, fresh = sum(int(word).bit_count() for word in expanded), -1
    while fresh != 0:
        fresh = 0
        for first, last, _ in _parts(reachability.WORDS):
            fresh += reachability.expand(files.reached, expanded, first, last, rules.drops_on, rules.play_on)
            show("following every move", min(0.99, (done + fresh) / total))
        done += fresh
    show("following every move", 1.0)
    kinds = np.zeros(4, dtype=np.int64)
    for first, last, share in _parts(reachability.WORDS):
        kinds += reachability.count_statuses(files.reached, first, last)
        show("counting", share)
    files.note(standings=kinds.tolist(), reached=done)


def _initialize(rules: Rules, files: WorkFiles, show: Show) -> None:
    counts = np.zeros(4, dtype=np.int64)
    for first, last, share in _parts(QUIET):
        counts += retrograde.initialize(files.values, files.reached, first, last, rules.drops_on)
        show("what a look decides", share)
    if counts[3]:
        raise SolveError(f"{counts[3]} positions without a move")
    files.note(plies=2, calm=int(counts[0]))


def _propagate(rules: Rules, files: WorkFiles, show: Show) -> None:
    fresh = -1
    while fresh != 0:
        plies, fresh = files.facts["plies"], 0
        for first, last, share in _parts(QUIET):
            fresh += retrograde.propagate(files.values, first, last, plies, rules.drops_on)
            show(f"decided in {plies} plies, and before", min(0.99, (plies + share) / _EXPECTED_PLIES))
        files.note(plies=plies + 1)
    show("backwards from every end", 1.0)
    _note_totals(files)


def _note_totals(files: WorkFiles) -> None:
    histogram = retrograde.histogram(files.values, 0, QUIET)
    _, entered, takes, late = files.facts["standings"]
    middle = len(histogram) // 2
    start = retrograde.value_of(files.values, np.uint64(state_of(TWELVE_JANGGI.start("classic"))))
    plies = np.flatnonzero(histogram) - middle
    files.note(
        won=int(histogram[middle + 1 :].sum()) + entered + takes,
        drawn=int(histogram[middle]),
        lost=int(histogram[:middle].sum()) + late,
        start=int(start),
        histogram={int(ply): int(histogram[middle + ply]) for ply in plies},
        longest=int(plies.max()),
    )


def _check(rules: Rules, files: WorkFiles, show: Show) -> None:
    wrong = 0
    for first, last, share in _parts(QUIET):
        wrong += retrograde.count_wrong(files.values, first, last, rules.drops_on)
        show("checking every value by its moves", share)
    if wrong:
        raise SolveError(f"{wrong} values are not what their moves say")
    files.note(checked=True)
