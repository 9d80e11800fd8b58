"""The message of the race of servers: whom it names, what other servers are called, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from discord.ui import Button

from bot.texts import LANGUAGES, texts
from bot.ui.server_races import (
    MAX_RUNS,
    MAX_SERVERS,
    ServerRacePage,
    ask_view,
    server_race_changes,
    server_race_view,
)
from data.model.server_race import RaceWeek, Run, ServerScore
from tests.bot.ui.shown import check_limits, words

EN = texts("en")
WEEK = RaceWeek(2900)
NOW = WEEK.starts_at + 1000.0
HERE, THERE = 7, 8
LEFT_TO_RIGHT, OVERRIDE, ISOLATE = "\u200e", "\u202e", "\u2067"


def run(user_id: int, solved: int, seconds: float = 100.0, done_at: float = 0.0) -> Run:
    return Run(user_id, HERE, user_id, solved, 1, seconds, done_at)


def page(runs: Sequence[Run] = (), others: Sequence[ServerScore] = (), name: str = "Club") -> ServerRacePage:
    """A page of a server that is behind the others."""
    score = sum(run.solved for run in runs)
    own = [ServerScore(HERE, len(others) + 1, score, len(runs))] if runs else []
    names = {HERE: "Games", **{other.guild_id: name for other in others}}
    return ServerRacePage(WEEK, HERE, runs, [*others, *own], names, own=own[0] if own else None)


def shown(page: ServerRacePage, now: float = NOW) -> str:
    view = server_race_view(page, now, EN)
    check_limits(view)
    return words(view)


def named(name: str) -> str:
    """The line of another server with this name."""
    text = shown(page(others=[ServerScore(THERE, 1, 5, 1)], name=name))
    (line,) = (line for line in text.splitlines() if line.startswith("**1.**"))
    return line


def test_the_best_runs_come_first_equals_share_a_place_and_the_rest_is_counted() -> None:
    runs = [run(1, 3, 90.0), run(2, 5), run(3, 5), *(run(number, 1) for number in range(10, 15))]
    lines = shown(page(runs)).splitlines()
    assert [line for line in lines if "<@" in line][:3] == [
        "**1.** <@2> · ✅ 5 ❌ 1",
        "**1.** <@3> · ✅ 5 ❌ 1",
        "**3.** <@1> · ✅ 3 ❌ 1",
    ]
    assert sum("<@" in line for line in lines) == MAX_RUNS and "-# and 3 more" in lines


def test_a_run_that_goes_on_has_a_clock_until_its_time_is_up() -> None:
    running = page([run(1, 3, done_at=NOW + 5.0)])
    assert "⏱️" in shown(running) and "⏱️" not in shown(running, NOW + 5.0)


def test_a_server_that_is_far_behind_sees_the_first_ones_and_itself() -> None:
    others = [ServerScore(100 + number, number, 90 - number, 5) for number in range(1, 30)]
    lines = [line for line in shown(page([run(1, 3)], others)).splitlines() if " run" in line and "·" in line]
    assert len(lines) == MAX_SERVERS
    assert lines[-1] == "▸ **30.** Games · 3 (1 run)"


def test_before_the_first_run_it_says_so_and_has_no_table() -> None:
    text = shown(page())
    assert "Nobody here has run yet." in text and "Servers:" not in text


def test_after_sunday_it_is_counted_and_then_there_is_the_result_with_each_persons_own() -> None:
    own = page([run(1, 3)])
    assert f"Result: <t:{WEEK.closes_at:.0f}:R>" in shown(own, WEEK.last_start_at)
    view = server_race_view(replace(own, is_over=True), WEEK.closes_at, EN)
    assert f"End: <t:{WEEK.last_start_at:.0f}:R>\n🥇 **Place 1 of 1 server, score 3**" in words(view)
    (item,) = (item for item in view.walk_children() if isinstance(item, Button))
    assert item.label == "My run"
    nobody = server_race_view(replace(own, is_over=True, runs=()), WEEK.closes_at, EN)
    assert not [item for item in nobody.walk_children() if isinstance(item, Button)], "who ran has erased it"


def test_the_result_of_the_week_before_is_below() -> None:
    assert "-# Last week: Place 2 of 9 servers, score 4" in shown(
        replace(page(), before=(ServerScore(HERE, 2, 4, 2), 9))
    )


def test_a_long_name_is_cut() -> None:
    assert named("Othello & Gomoku Fans of Seoul") == "**1.** Othello & Gomok… · 5 (1 run)"


@pytest.mark.parametrize("name", ["@everyone", "@here", "<@&12345>", "<@12345>", "<#12345>", "</play:1>"])
def test_a_name_mentions_nobody(name: str) -> None:
    line = named(name)
    assert name not in line and "<@" not in line.replace("\\<", "").replace("\\@", "")


@pytest.mark.parametrize("name", ["discord.gg/abc", "https://a.io", "[a](http://b)", "www.example.com"])
def test_a_name_is_no_link_and_no_invitation(name: str) -> None:
    line = named(name)
    assert "s://" not in line and "p://" not in line and "](" not in line
    assert "discord.gg" not in line and "www.example" not in line


@pytest.mark.parametrize("mark", [LEFT_TO_RIGHT, OVERRIDE, ISOLATE])
def test_a_name_turns_no_line_round(mark: str) -> None:
    assert named(f"{mark}Club{mark}") == "**1.** Club · 5 (1 run)"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("**Club**", r"\*\*Club\*\*"),
        ("a\n# b", r"a \# b"),
        ("`x` ~~y~~", r"\`x\` \~\~y\~\~"),
        (OVERRIDE, "?"),
    ],
)
def test_a_name_formats_nothing_and_is_one_line(name: str, expected: str) -> None:
    assert named(name) == f"**1.** {expected} · 5 (1 run)"


def test_a_server_whose_name_is_not_known_is_a_question_mark() -> None:
    unknown = replace(page(others=[ServerScore(THERE, 1, 5, 1)]), names={})
    assert "**1.** ? · 5 (1 run)" in shown(unknown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_before_a_run_fits_discords_limits(language: str) -> None:
    check_limits(ask_view(texts(language)))


def test_the_log_names_the_channels_of_a_change_alone() -> None:
    assert list(server_race_changes(70, 70, EN)) == []
    assert list(server_race_changes(None, 70, EN)) == ["Server race, channel: Off → <#70>"]
