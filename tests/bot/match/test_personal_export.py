"""The files with what is stored about a person."""

from __future__ import annotations

import gzip
import json

import pytest

from bot.match import personal_export
from bot.match.personal_export import fitting, settings_file
from data.mistakes import Mistake
from data.people import Person
from tests.bot.service import BEN


def test_settings_are_exported_whole() -> None:
    person = Person(2**62, "ko", theme="dark")
    data = json.loads(settings_file(person, {"go": 3}, [Mistake(7, 3, 1, 0, 5.5)], [BEN], 0.0))
    assert (data["user_id"], data["exported_at"]) == (str(2**62), "1970-01-01T00:00:00+00:00")
    assert data["settings"]["theme"] == "dark" and data["settings"]["locale"] == "ko"
    assert len(data["settings"]) == len(Person.__slots__) - 1
    assert data["mistakes"] == [{"match_id": 7, "ply": 3, "tries": 1, "solved": 0, "due_at": 5.5}]
    assert (data["lesson_steps"], data["blocked"]) == ({"go": 3}, [str(BEN)])


def test_a_large_file_is_compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(personal_export, "MOST_BYTES", 10)
    assert fitting("a.jsonl", b"0123456789") == ("a.jsonl", b"0123456789")
    name, content = fitting("a.jsonl", b"0123456789a")
    assert (name, gzip.decompress(content)) == ("a.jsonl.gz", b"0123456789a")
