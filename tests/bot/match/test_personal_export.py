"""The files with what is stored about a person."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace

import pytest

from bot.match import personal_export
from bot.match.personal_export import fitting, match_line, settings_file
from data.model import DELETED_USER, Match
from data.people import Person
from data.personal_data import TimedMatch
from tests.bot.service import ANA, BEN, Service, some_move


def test_settings_are_exported_whole() -> None:
    person = Person(2**62, "ko", theme="dark")
    data = json.loads(settings_file(person, {"go": 3}, [BEN], 0.0))
    assert (data["user_id"], data["exported_at"]) == (str(2**62), "1970-01-01T00:00:00+00:00")
    assert data["settings"]["theme"] == "dark" and data["settings"]["locale"] == "ko"
    assert len(data["settings"]) == len(Person.__slots__) - 1
    assert (data["lesson_steps"], data["blocked"]) == ({"go": 3}, [str(BEN)])


def line(match: Match, user_id: int = ANA) -> dict[str, object]:
    """The line of a match whose moves were played a second after each other."""
    written = match_line(TimedMatch(match, tuple(map(float, range(match.ply)))), user_id)
    assert written.endswith(b"\n") and written.count(b"\n") == 1
    found: dict[str, object] = json.loads(written)
    return found


async def test_a_match_is_a_line(made: Service) -> None:
    match = await made.people(control="5+5")
    for user in (ANA, BEN):
        match = await made.play(match, user, some_move(match))
    match = await made.matches.resign(match.id, None, ANA)
    mine, theirs = line(match), line(match, BEN)
    assert (mine["side"], mine["opponent"], mine["challenger"]) == ("first", str(BEN), True)
    assert (theirs["side"], theirs["opponent"], theirs["challenger"]) == ("second", str(ANA), False)
    assert (mine["winner"], mine["reason"], mine["clock"]) == ("second", "outcome.resigned", "5+5")
    assert mine["moves"] == list(match.moves)
    assert mine["played_at"] == ["1970-01-01T00:00:00+00:00", "1970-01-01T00:00:01+00:00"]
    assert (mine["server"], mine["message"]) == ("7", None)


async def test_who_the_opponent_is(made: Service) -> None:
    computer, people = await made.computer(), await made.people()
    assert (line(computer)["opponent"], line(computer)["level"]) == ("computer", "3")
    assert line(replace(people, second_id=DELETED_USER))["opponent"] == "deleted user"
    assert line(replace(people, second_id=None))["opponent"] is None


def test_a_large_file_is_compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(personal_export, "MOST_BYTES", 10)
    assert fitting("a.jsonl", b"0123456789") == ("a.jsonl", b"0123456789")
    name, content = fitting("a.jsonl", b"0123456789a")
    assert (name, gzip.decompress(content)) == ("a.jsonl.gz", b"0123456789a")
