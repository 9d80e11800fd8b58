"""The book of what people did and saw while the bot was killed.

Start reading at `Book.check`: what must hold of the database after every kill.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

from bot.ui.custom_ids import Verb
from data.model.match import ABORTED, CHALLENGE_REASON, Match, PositionId
from data.model.reasons import OUT_OF_TIME
from games import replay
from games.base import PASS, Move
from sandbox import SeenMessage
from tests.bot.killed.process import stored

_BY_HAND = {
    "outcome.resigned": {Verb.CONFIRM_RESIGN},
    ABORTED: {Verb.CONFIRM_ABORT, Verb.CONFIRM_RESIGN},
    "outcome.agreed": {Verb.DRAW, Verb.ACCEPT_DRAW},
}
"""What people press to end a match, by its reason."""


class Book:
    """What people did, how they were answered, and what the database held last."""

    def __init__(self) -> None:
        self.pressed: dict[tuple[int, int], set[tuple[int, Move]]] = defaultdict(set)
        self.typed: dict[int, set[tuple[int, Move]]] = defaultdict(set)
        """By match, moves that were typed: such a move is made in the position that it finds."""
        self.asked: dict[int, Counter[Verb]] = defaultdict(Counter)
        """By match, what was pressed that is no move."""
        self.acknowledged: dict[tuple[int, PositionId], Move] = {}
        self.uncertain: set[tuple[int, PositionId]] = set()
        """Positions with an action that was not answered at once: the next one may be handled before it."""
        self.accepted: set[tuple[int, PositionId, Verb]] = set()
        """Acknowledged presses that take back, end or renew a match."""
        self.themes: dict[int, set[str | None]] = {}
        """By person, the themes of which one must be stored."""
        self.votes: dict[tuple[int, int, int], set[Move | None]] = {}
        """By match, ply and person, the votes of which one must be stored as long as the position lasts."""
        self.late_votes: set[tuple[int, int, int]] = set()
        """Those of which one was not answered at once: it may be stored after the next one."""
        self.joined: dict[int, set[int]] = defaultdict(set)
        """By match of teams, who has joined it."""
        self.once: set[int] = set()
        """People who each play one match, which they find by a seek."""
        self.known: dict[int, Match] = {}
        self.counted: Counter[str] = Counter()
        self.unanswered: list[str] = []
        """The ids of interactions that were not answered in time."""

    def check(self, path: Path, boards: list[SeenMessage]) -> None:
        """After a kill: the file is intact and holds every acknowledged change, once and in order."""
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            # What a recovery finds; the original is left for the bot itself to recover.
            for file in (path, path.with_name(path.name + "-wal")):
                if file.exists():
                    shutil.copy(file, folder)
            self._check(Path(folder) / path.name, boards)
        self.uncertain.clear()
        self.late_votes.clear()
        self.counted["kills"] += 1

    def _check(self, copy: Path, boards: list[SeenMessage]) -> None:
        with closing(sqlite3.connect(copy)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
            made = connection.execute("SELECT match_id, ply, user_id, move FROM moves").fetchall()
            themes = dict(connection.execute("SELECT user_id, theme FROM people").fetchall())
            votes = connection.execute("SELECT match_id, ply, user_id, move FROM votes").fetchall()
        self._check_votes(stored(copy), {tuple(row[:3]): row[3] for row in votes})
        self.compare(stored(copy), made, themes, boards)

    def compare(
        self,
        present: dict[int, Match],
        made: Iterable[tuple[int, int, int | None, str]],
        themes: Mapping[int, str | None],
        boards: Iterable[SeenMessage],
    ) -> None:
        """Every acknowledged change is stored, once and in order.

        ``made`` are all moves: match, ply, person and text; ``themes`` those that people have chosen.
        """
        for match_id, before in self.known.items():
            self.follows(before, present[match_id])
        for (match_id, position_id), move in self.acknowledged.items():
            self._holds(present[match_id], position_id, move)
        for match_id, position_id, verb in self.accepted:
            self._is_done(present, match_id, position_id, verb)
        for match_id, ply, user_id, text in made:
            self._somebody_made(present[match_id], ply, user_id, Move(text))
        for match_id, position_id in shown(boards):
            assert _order(present[match_id].position_id) >= _order(position_id), (
                "a board shows what is not stored"
            )
        for user_id, allowed in self.themes.items():
            assert themes.get(user_id) in allowed, "an acknowledged setting is lost"
        self.known = present

    def _check_votes(self, present: dict[int, Match], votes: Mapping[tuple[int, int, int], str]) -> None:
        """Every acknowledged vote in a present position is stored; nobody plays twice who seeks once."""
        for (match_id, ply, user_id), allowed in self.votes.items():
            match = present[match_id]
            if match.is_active and match.ply == ply:
                assert votes.get((match_id, ply, user_id)) in allowed, "an acknowledged vote is lost"
        for match_id, ply, user_id in votes:
            assert (match_id, ply, user_id) in self.votes, "nobody voted so"
        for match_id, people in self.joined.items():
            teams = present[match_id].teams
            members = {one.user_id for one in (*teams.first, *teams.second)} if teams is not None else set()
            assert people <= members, "somebody who has joined is lost"
        found = Counter(one for match in present.values() for one in match.people if one in self.once)
        assert set(found.values()) <= {1}, "a seek became two matches"

    def follows(self, before: Match, after: Match) -> None:
        """``after`` is ``before``, perhaps with moves added or taken back; it replays by the rules."""
        assert after.version >= before.version
        taken_back = after.takebacks - before.takebacks
        assert 0 <= taken_back <= self._count(after.id, Verb.UNDO, Verb.ACCEPT_UNDO), "nobody took back"
        if not taken_back:
            assert after.moves[: before.ply] == before.moves, "a move is lost, doubled or reordered"
        if before.state == "over":
            assert after.outcome == before.outcome and after.moves == before.moves
        position = replay(after.record)
        if after.begun and (after.state == "over" or position.outcome() is not None):
            assert after.outcome == position.outcome() or self._was_ended(after), "nobody ended the match"

    def _was_ended(self, match: Match) -> bool:
        """Whether people, or a clock, ended a match in a position that does not."""
        if match.reason in (OUT_OF_TIME, ABORTED) and match.clock is not None:
            return True
        return self._count(match.id, *_BY_HAND.get(match.reason or "", ())) > 0

    def _count(self, match_id: int, *verbs: Verb) -> int:
        return sum(self.asked[match_id][verb] for verb in verbs)

    def _holds(self, match: Match, position_id: PositionId, move: Move) -> None:
        """The match holds an acknowledged move, unless it was taken back or the flag had fallen."""
        fell = match.reason in (OUT_OF_TIME, ABORTED) and match.ply == position_id.ply
        if match.takebacks == position_id.takebacks and not fell:
            assert match.moves[position_id.ply : position_id.ply + 1] == (move,), (
                f"an acknowledged move is lost: {move} at {position_id}, {match.moves}, {match.reason}"
            )

    def _is_done(self, present: dict[int, Match], match_id: int, position_id: PositionId, verb: Verb) -> None:
        match = present[match_id]
        if verb is Verb.REMATCH:
            assert any(one.rematch_of == match_id for one in present.values()), "a rematch is lost"
        elif match.reason not in (OUT_OF_TIME, ABORTED):
            is_done = (
                match.takebacks > position_id.takebacks if verb is Verb.ACCEPT_UNDO else match.state == "over"
            )
            assert is_done, f"an acknowledged {verb} is lost"

    def _somebody_made(self, match: Match, ply: int, user_id: int | None, move: Move) -> None:
        position = replay(match.record.before(ply))
        if user_id is not None:
            made = self.pressed[match.id, ply] | self.typed[match.id]
            if match.is_voted:
                assert move in {voted for _, voted in made}, "nobody voted for this move"
                return
            assert (user_id, move) in made, "nobody made this move"
            assert match.teams is not None or match.user_of(position.to_move) == user_id
        else:
            forced = list(position.legal_moves()) == [PASS] == [move]
            assert forced or match.user_of(position.to_move) is None, "nobody made this move"

    @property
    def _found(self) -> int:
        """How many matches were begun from seeks."""
        return sum(any(one in self.once for one in match.people) for match in self.known.values())

    def report(self) -> str:
        """The figures."""
        matches = self.known.values()
        moves, taken_back = sum(one.ply for one in matches), sum(one.takebacks for one in matches)
        ended = Counter(one.reason for one in matches if one.state == "over" and not _is_by_rules(one))
        by_hand = ", ".join(f"{reason} {count}" for reason, count in sorted(ended.items(), key=str))
        return (
            f"{self.counted['kills']} kills ({self.counted['starting']} before the bot was ready again); "
            f"{len(matches)} matches, {moves} moves, {len(self.acknowledged)} acknowledged; "
            f"{taken_back} takebacks; ended by hand or clock: {by_hand or 'none'}; "
            f"{sum(one.rematch_of is not None for one in matches)} rematches; "
            f"{self.counted['settings']} settings; {self.counted['joined']} joined teams, "
            f"{self.counted['votes']} votes, {self._found} seeks accepted; "
            f"{len(self.unanswered)} presses without an answer; "
            "lost, doubled or reordered: 0"
        )


def _is_by_rules(match: Match) -> bool:
    return (match.reason or "").startswith(CHALLENGE_REASON) or match.outcome == replay(
        match.record
    ).outcome()


def _order(position_id: PositionId) -> tuple[int, int]:
    """Positions of a match in the order of time."""
    return position_id.takebacks, position_id.ply


def shown(boards: Iterable[SeenMessage]) -> Iterator[tuple[int, PositionId]]:
    """Match and position of everything that can be pressed."""
    for board in boards:
        buttons, menus = board.buttons, board.selects
        for custom_id in (*(button.custom_id for button in buttons), *(menu.custom_id for menu in menus)):
            if (custom_id or "").startswith("p:"):  # of no match: a seek
                continue
            _, _, match_id, position_id, *_ = (custom_id or "").split(":")
            ply, _, takebacks = position_id.partition(".")
            yield int(match_id), PositionId(int(ply), int(takebacks))
