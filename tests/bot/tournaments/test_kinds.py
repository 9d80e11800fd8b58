"""The formats of tournaments: each kind has one, with its words, its buttons and its plan."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.texts import LANGUAGES, texts
from bot.tournaments.changes import continued, joined, seeded, started, with_results
from bot.tournaments.formats import Format
from bot.tournaments.kinds import FORMATS, format_for, format_of
from bot.ui.pairings import pairings_view, thread_name
from bot.ui.tournament import CHALLENGE, DROP, JOIN, MINE, PAIRINGS, tournament_view
from bot.ui.tournament_end import winners_line
from bot.ui.tournament_form import plan_view
from bot.ui.tournament_plan import LIVE_CLOCKS, Plan
from bot.ui.tournament_table import standings_table
from data.model.tournament import VOID_RESULTS, Kind, Result, Tournament, TournamentState
from tests.bot.stories import match_of
from tests.bot.tournaments.played import OPEN, matched
from tests.bot.ui.shown import payload_of

ROOT = Path(__file__).parents[3]
GROUPS = format_for(Kind.ROUND_ROBIN, 2)
EVERY_FORMAT = [*FORMATS.values(), GROUPS]


def opened(rules: Format) -> Tournament:
    """A tournament of nine people before its start."""
    tournament = replace(
        OPEN, kind=rules.kind, control=rules.default_clock, entrants=rules.first_entrants(OPEN.creator_id)
    )
    if rules is GROUPS:
        tournament = replace(tournament, groups=2)
    if "minutes" in rules.fields:
        tournament = replace(tournament, minutes=60)
    if not rules.has_start:
        tournament = replace(tournament, state=TournamentState.RUNNING, round=1)
    for person in range(101, 110):
        tournament = joined(tournament, person)
    return tournament


def stages(rules: Format) -> list[Tournament]:
    """A tournament before its start, in its first round, after a match, and at its end."""
    before = opened(rules)
    running = matched(continued(seeded(started(before), {}) if rules.has_start else before, 0.0))
    results = {pairing.match_id or 0: Result.FIRST for pairing in running.open_pairings[:1]}
    after = continued(with_results(running, results, 10.0), 10.0)
    dropped = after.without(2)
    return [before, running, after, dropped, replace(dropped, state=TournamentState.OVER, ended_at=20.0)]


def test_every_stored_kind_has_a_format() -> None:
    assert FORMATS.keys() == set(Kind)
    assert all(rules.kind is kind for kind, rules in FORMATS.items())


def test_every_stored_kind_says_what_a_void_match_is() -> None:
    assert VOID_RESULTS.keys() == set(Kind)


def test_only_the_formats_and_what_is_stored_name_a_kind() -> None:
    named = {
        str(path.relative_to(ROOT))
        for room in ("bot", "data")
        for path in (ROOT / room).rglob("*.py")
        if re.search(
            r"\bKind\.(ARENA|(DOUBLE_)?ROUND_ROBIN|KNOCKOUT|LADDER|(COMPUTER_)?SIMUL|SWISS)\b",
            path.read_text(),
        )
        and "ai.claims.kind import" not in path.read_text()  # whose kinds have ladders, too
    }
    assert named == {
        "bot/tournaments/arena.py",
        "bot/tournaments/kinds.py",
        "bot/tournaments/knockout.py",
        "bot/tournaments/ladder.py",
        "bot/tournaments/round_robin.py",
        "bot/tournaments/simul.py",
        "bot/tournaments/swiss.py",
        "data/model/tournament.py",
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", EVERY_FORMAT, ids=lambda rules: type(rules).__name__)
def test_every_format_has_its_words(rules: Format, language: str) -> None:
    reader = texts(language)
    words = {rules.name, rules.choice, rules.explanation, rules.alt, rules.announcement}
    words |= {rules.pairings_title, rules.thread, *rules.labels.values()}
    words |= {rules.score_name, *filter(None, (rules.tiebreaks, rules.tiebreaks_so_far)), *rules.details}
    words |= {rules.tiebreak_name or rules.score_name, rules.number_name, rules.people_line, rules.open_line}
    words |= {rules.open_until_line, rules.legend, rules.leave_sure}
    words |= {*filter(None, (rules.sides, rules.late_entry, rules.points_rule, rules.matches_name))}
    words |= {f"button.tournament-{action}" for action in rules.actions}
    assert words <= reader.keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", [*FORMATS.values()], ids=lambda rules: type(rules).__name__)
def test_what_a_plan_says_about_the_number_of_rounds_is_so(rules: Format, language: str) -> None:
    example = texts(language).plain(rules.length) if rules.length is not None else ""
    numbers = [int(number) for number in re.findall(r"\d+", example)]
    has_rounds = rules.rounds(opened(rules), 8) is not None
    assert bool(numbers) is has_rounds
    for people, rounds in zip(numbers[::2], numbers[1::2], strict=True):
        assert rules.rounds(opened(rules), people) == rounds


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", EVERY_FORMAT, ids=lambda rules: type(rules).__name__)
def test_every_format_is_shown_at_every_stage(rules: Format, language: str) -> None:
    reader, match = texts(language), match_of("othello", "8x8", id=7)
    for tournament in stages(rules):
        assert format_of(tournament) is rules
        assert payload_of(tournament_view(tournament, {}, reader))
        assert payload_of(pairings_view(tournament, {}, 101, reader))
        assert standings_table(tournament, {}, "light", texts("en")).rows
        assert winners_line(tournament, reader)
        for pairing in tournament.pairings:
            assert thread_name(tournament, pairing, match, {}, reader)


@pytest.mark.parametrize("rules", EVERY_FORMAT, ids=lambda rules: type(rules).__name__)
def test_the_buttons_of_every_format_do_something(rules: Format) -> None:
    assert {*rules.actions, *rules.labels} <= {JOIN, DROP, MINE, PAIRINGS, CHALLENGE}


@pytest.mark.parametrize("rules", EVERY_FORMAT, ids=lambda rules: type(rules).__name__)
def test_every_format_can_be_planned(rules: Format) -> None:
    plan = Plan(rules.kind, groups=2 if rules is GROUPS else 0).fitting()
    assert plan.format is rules
    assert plan.control == rules.default_clock
    is_live = rules.default_clock in LIVE_CLOCKS
    assert rules.problem_of_clock(is_live=is_live) is None
    for field in rules.fields:
        assert hasattr(plan, field)
    for language in LANGUAGES:
        assert payload_of(plan_view(plan, None, texts(language)))


@pytest.mark.parametrize("rules", EVERY_FORMAT, ids=lambda rules: type(rules).__name__)
def test_why_a_clock_is_refused_is_a_text(rules: Format) -> None:
    problems = [rules.problem_of_clock(is_live=is_live) for is_live in (False, True)]
    assert {problem for problem in problems if problem is not None} <= texts("en").keys()
    assert None in problems
