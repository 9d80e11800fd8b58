"""The message with a match's animation."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from bot.drawing.animation import Format
from bot.texts import LANGUAGES, texts
from bot.ui.picture import Look
from bot.ui.replay import MAX_FRAMES, animation, clock_texts, replay_view, shown_plies
from games import GAMES, replay
from games.base import Move, Outcome
from games.clock import CONTROLS, Budget, Clock
from tests.bot.stories import match_of, random_game
from tests.bot.ui.shown import check_limits

FEW = 12  # moves


@pytest.mark.parametrize("moves", [1, 2, 60, MAX_FRAMES - 1, MAX_FRAMES, 1000])
def test_the_start_and_the_end_are_shown(moves: int) -> None:
    plies = shown_plies(moves)
    assert (plies[0], plies[-1]) == (0, moves)
    assert len(plies) == len(set(plies)) == min(moves + 1, MAX_FRAMES)
    assert sorted(plies) == list(plies)


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_is_animated(slug: str) -> None:
    variant = GAMES[slug].variants[0]
    match = match_of(
        slug,
        variant,
        random_game(slug, variant, 1)[:FEW],
        state="over",
        outcome=Outcome(None, "outcome.agreed"),
    )
    made = Image.open(io.BytesIO(animation(match, Look(), "dark", (0.5,) * (match.ply + 1), {}, Format.WEBP)))
    assert made.n_frames == match.ply + 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("control", "left", "shown"),
    [
        ("5+5", {0: Budget(299.9), 1: Budget(61.0)}, [("5:00", "5:00"), ("4:59", "5:00"), ("4:59", "1:01")]),
        (
            "byo-yomi",
            {0: Budget(0.0, 2)},
            [("10:00", "10:00"), ("2 × 0:30", "10:00"), ("2 × 0:30", "10:00")],
        ),
        ("3-days", {0: Budget(1000.0)}, [("", "")] * 3),
        (None, {}, [("", "")] * 3),
    ],
)
def test_clocks(control: str | None, left: dict[int, Budget], shown: list[tuple[str, str]]) -> None:
    clock = Clock.of(CONTROLS[control]) if control is not None else None
    match = match_of("othello", "8x8", tuple(map(Move, ("f5", "d6"))), clock=clock)
    assert clock_texts(match, left) == shown
    alone = replace(match, second_id=None, level="3")
    assert [first for first, _ in clock_texts(alone, left)] == [first for first, _ in shown]
    assert {second for _, second in clock_texts(alone, {})} == {""}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_the_message_fits(slug: str, language: str) -> None:
    variant = GAMES[slug].variants[0]
    moves = random_game(slug, variant, 1)
    outcome = replay(match_of(slug, variant, moves).record).outcome() or Outcome(None, "outcome.agreed")
    match = match_of(slug, variant, moves, state="over", outcome=outcome)
    (item,) = next(
        one["items"]
        for one in check_limits(replay_view(match, None, Format.GIF, texts(language)))
        if "items" in one
    )
    assert item["media"]["url"] == "attachment://replay.gif"
    assert str(match.ply) in item["description"]
