"""The files with what is stored about a person."""

from __future__ import annotations

import gzip
import json
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

from bot.match import personal_export
from bot.match.personal_export import fitting, settings_of
from data.matches.conditional_moves import ConditionalMoves
from data.matches.guesses import Guess
from data.matches.seeks import Seek
from data.matches.votes import Vote
from data.model.glicko import Rating
from data.model.match import PositionId
from data.model.match_rating import Unrated
from data.model.race import Race, RaceAnswer, Racer, StormBest
from data.model.rating_categories import Category
from data.model.tournament import Created
from data.model.vacation import Vacation
from data.people.store import Person
from data.puzzles.attempts import PuzzleAttempt, PuzzleStanding
from data.puzzles.daily_puzzles import DailyAnswer
from data.puzzles.mistakes import Mistake
from data.ratings.values import PersonRating, RatedMatch, RatedSide
from data.servers.bans import Ban
from data.servers.rank_roles import RankMember
from data.tournaments.store import Entry
from games.base import Move
from tests.bot.service import BEN

T = TypeVar("T")

ENTRY = Entry(3, "go", "swiss", 2, dropped=False)


def returns(value: T) -> Callable[[int], Awaitable[T]]:
    """A method of a store that finds a value, whoever the person is."""

    async def find(user_id: int) -> T:
        return value

    return find


def stores(**finders: object) -> SimpleNamespace:
    return SimpleNamespace(**{name: returns(value) for name, value in finders.items()})


async def test_settings_are_exported_whole() -> None:
    person = Person(2**62, "ko", theme="dark")
    lines = ((Move("d3"), Move("e2")), (Move("c4"),))
    conditional = [ConditionalMoves(8, person.user_id, PositionId(2, 0), lines)]
    rating = PersonRating(2**62, Category.GO, Rating(1612.5, 80, 0.06), 3, 2, 1, 5.5)
    ratings = [
        RatedMatch(8, Category.GO, "9x9-korean", BEN, 2**62, None, 5.5, None, None, RatedSide(1, 2, 3, 4)),
        RatedMatch(9, Category.GO, "9x9-korean", 2**62, BEN, None, 6.5, Unrated.SHORT, None, None),
    ]
    mistakes = [Mistake(7, 3, 1, 0, 5.5)]
    vacation = Vacation(person.user_id, 2026, 7, True, 5.5)
    seek = Seek(person.user_id, 7, 70, "go", "9x9-korean", "3-days", True, 100, 5.5, 6.5, id=4)
    bans = [Ban(7, person.user_id, None, "spam", BEN, 5.5)]
    attempts, standing = (
        [PuzzleAttempt("0123456789", "go", False, 5.5, 2, "d3")],
        PuzzleStanding("go", streak=2),
    )
    answers = [DailyAnswer(2**60, "2026-11-27", 5, 1.0, 3.5, True, True)]
    ranks = [RankMember(7, person.user_id, 9, is_given=True)]
    created = [Created(4, 2**60, "go", "arena", 5.5)]
    racer = Racer(5, 2**62, 1.5, (RaceAnswer(0, "00ff", True, 3.5),))
    race = Race(5, 2**60, 2**61, None, BEN, None, None, ("00ff",), 1.0, 2.0, 3.0, None, 2, 1)
    store: Any = SimpleNamespace(
        people=stores(get=person),
        lessons=stores(progress={"go": 3}),
        mistakes=stores(of_person=mistakes),
        blocks=stores(of=[BEN]),
        ratings=stores(of_person={Category.GO: rating}, history=ratings),
        conditional_moves=stores(of_person=conditional),
        vacations=stores(get=vacation),
        bans=stores(of_person=bans),
        tournaments=stores(entries=[ENTRY], created_by=created),
        seeks=stores(of_person=[seek]),
        votes=stores(of_person=[Vote(7, 2**62, Move("d3"), 5.5)]),
        rank_roles=stores(of_person=ranks),
        puzzles=stores(attempts=attempts, standings={"go": standing}),
        daily_puzzles=stores(of_person=answers, chosen_by=[2**61]),
        guesses=stores(of_person=[Guess(9, person.user_id, 4, Move("e3"), 5.5, is_best=True)]),
        races=stores(of_person=[(race, racer)], bests=[StormBest("go", 12, 5.5)]),
    )
    content = await settings_of(store, person.user_id, 0.0)
    data = json.loads(content)
    assert (data["user_id"], data["exported_at"]) == (str(2**62), "1970-01-01T00:00:00+00:00")
    assert data["settings"]["theme"] == "dark" and data["settings"]["locale"] == "ko"
    assert len(data["settings"]) == len(Person.__slots__) - 1
    attempt = {"puzzle_id": "0123456789", "game": "go", "solved": False, "tried_at": 5.5}
    assert data["puzzles"] == [{**attempt, "failed_step": 2, "failed_move": "d3"}]
    assert (data["daily_puzzles"][0]["guild_id"], data["daily_puzzles"][0]["tried_at"]) == (str(2**60), 3.5)
    assert (data["puzzle_ratings"][0]["streak"], data["puzzle_ratings"][0]["rating"]["value"]) == (2, 1500)
    assert data["rank_roles"] == [{"server": "7", "role": "9"}]
    assert data["bans"] == [{"server": "7", "until": None, "reason": "spam", "banned_at": 5.5}]
    assert data["votes"] == [{"match_id": 7, "move": "d3", "voted_at": 5.5, "side": None}]
    assert data["guesses"] == [{"match_id": 9, "ply": 4, "move": "e3", "guessed_at": 5.5, "is_best": True}]
    assert data["races"] == [
        {
            "guild_id": str(2**60),
            "channel_id": str(2**61),
            "game": None,
            "starts_at": 2.0,
            "ends_at": 3.0,
            "server_race_week": None,
            "is_creator": False,
            "joined_at": 1.5,
            "answers": [{"number": 0, "puzzle_id": "00ff", "solved": True, "answered_at": 3.5}],
        }
    ]
    assert data["storm_bests"] == [{"game": "go", "solved": 12, "reached_at": 5.5}]
    assert data["mistakes"] == [{"match_id": 7, "ply": 3, "tries": 1, "solved": 0, "due_at": 5.5}]
    assert data["tournaments"] == [
        {"tournament": 3, "game": "go", "kind": "swiss", "number": 2, "dropped": False}
    ]
    assert data["tournaments_created"] == [
        {"tournament": 4, "guild_id": str(2**60), "game": "go", "kind": "arena", "created_at": 5.5}
    ]
    assert data["daily_puzzle_chosen_in"] == [str(2**61)]
    assert data["ratings"] == [
        {
            "category": "go",
            "rating": 1612.5,
            "deviation": 80,
            "volatility": 0.06,
            "matches": 3,
            "wins": 2,
            "losses": 1,
            "rated_at": 5.5,
        }
    ]
    assert [tuple(match.values()) for match in data["rated_matches"]] == [
        (8, "go", 5.5, None, 1, 3),
        (9, "go", 6.5, "short", None, None),
    ]
    assert data["conditional_moves"] == [{"match_id": 8, "lines": [["d3", "e2"], ["c4"]]}]
    assert data["vacation"] == {"year": 2026, "used": 7, "by_itself": True, "since": 5.5}
    assert [seek["game"] for seek in data["seeks"]] == ["go"] and "user_id" not in data["seeks"][0]
    assert (data["lesson_steps"], data["blocked"]) == ({"go": 3}, [str(BEN)])


def test_a_large_file_is_compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(personal_export, "MAX_BYTES", 10)
    assert fitting("a.jsonl", b"0123456789") == ("a.jsonl", b"0123456789")
    name, content = fitting("a.jsonl", b"0123456789a")
    assert (name, gzip.decompress(content)) == ("a.jsonl.gz", b"0123456789a")
