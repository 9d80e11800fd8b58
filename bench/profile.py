"""How long a profile takes to read and draw with 100,000 rated matches of 2,000 people stored.

One of them has played 2,000 of the matches. Half of the matches are of the game shown, and have
their openings, their accuracy and their place in the log of ratings.
"""

from __future__ import annotations

import asyncio
import math
import random
import tempfile
from collections.abc import Iterator
from functools import partial

from ai.analysis import ANALYSIS_VERSION
from bench import Row
from bench.leaderboard import FIRST_ID, GUILD, MATCHES, NOW, PEOPLE, fill, fill_matches, match_row, timed
from bot.drawing.profile import draw_profile
from bot.match.estimated_level import estimates
from bot.messages.pictures import DrawingProcesses, Pictures
from bot.presenters.openings import named_positions
from bot.texts import texts
from bot.ui.profile import ProfileNotes, opening_positions, profile_chart, profile_view
from data.model.rating_categories import Category
from data.store import Store, open_store
from data.tables.conditions import Scope
from data.tables.matches import accuracies, opening_moves
from data.tables.ratings import rated_matches

OFTEN = 2_000
"""Matches of the person who has played most."""
_OTHERS_OPENINGS = 5_000
_PLIES = 20


def rows() -> Iterator[Row]:
    """Measure with one database."""
    yield from asyncio.run(_measure())


async def _measure() -> list[Row]:
    with tempfile.TemporaryDirectory(dir=".") as folder:  # /tmp may be in memory
        async with await open_store(f"sqlite:///{folder}/daeguk.db") as store:
            await _fill(store)
            pictures = Pictures(DrawingProcesses())
            try:
                measured = []
                everywhere, of_server = Scope(user_id=FIRST_ID), Scope(GUILD, frozenset({FIRST_ID}))
                for name, user_id, scope in (
                    (f"profile of somebody with {OFTEN:,} matches", FIRST_ID, everywhere),
                    ("… in the channels of a server", FIRST_ID, of_server),
                    (f"… with {2 * MATCHES // PEOPLE} matches", FIRST_ID + 1, everywhere),
                ):
                    measured += await timed(name, partial(_show, store, pictures, user_id, scope))
                return measured
            finally:
                pictures.close()


async def _show(store: Store, pictures: Pictures, user_id: int, scope: Scope) -> None:
    """What `/profile` reads, composes and draws."""
    profile = await store.profiles.of_person(user_id, None, scope, ANALYSIS_VERSION, opening_positions)
    level = estimates(await store.ratings.against_levels(user_id, scope)).get(profile.category)
    notes = ProfileNotes(level)
    profile_view(profile, notes, NOW, texts("en"))
    await pictures.draw(partial(draw_profile, profile_chart(profile, notes, "light", texts("en"))))


async def _fill(store: Store) -> None:
    dice = random.Random(1)
    played = [_played(number, dice) for number in range(1, MATCHES + 1)]
    await fill_matches(store, played)
    of_game = [match for match in played if match["game"] == "othello"]
    await fill(store, rated_matches, [_logged(match, dice) for match in of_game])
    judged = [
        {"match_id": match["id"], "engine": ANALYSIS_VERSION, "first": 80.0, "second": 70.0}
        for match in of_game
    ]
    await fill(store, accuracies, judged)
    theirs = [match for match in of_game if FIRST_ID in (match["first_id"], match["second_id"])]
    others = [match for match in of_game if match not in theirs][:_OTHERS_OPENINGS]
    named = [*named_positions("othello")]
    await fill(
        store, opening_moves, [row for match in [*theirs, *others] for row in _opening(match, named, dice)]
    )


def _played(number: int, dice: random.Random) -> dict[str, object]:
    row = match_row(number, dice)
    if number % (MATCHES // OFTEN) == 0:
        row["first_id" if number % 2 else "second_id"] = FIRST_ID
    if row["first_id"] == row["second_id"]:
        row["second_id"] = FIRST_ID + PEOPLE
    is_of_game = number % 2 == 0
    return row | ({"game": "othello", "variant": "8x8"} if is_of_game else {})


def _logged(match: dict[str, object], dice: random.Random) -> dict[str, object]:
    sides = {f"{side}_{name}": 60.0 for side in ("first", "second") for name in _DEVIATIONS}
    number = int(str(match["id"]))
    for side in ("first", "second"):
        sides[f"{side}_before"] = sides[f"{side}_after"] = (
            1500 + 200 * math.sin(number / 9e3) + dice.gauss(0, 9)
        )
    names = ("first_id", "second_id", "variant", "winner")
    return {
        "match_id": number,
        "category": Category.OTHELLO.value,
        **{name: match[name] for name in names},
        "ended_at": NOW - (MATCHES - number) * 300.0,
        "plies": 60,
        "opening": number,
        "resigned": False,
        **sides,
    }


_DEVIATIONS = ("deviation_before", "deviation_after")


def _opening(match: dict[str, object], named: list[int], dice: random.Random) -> list[dict[str, object]]:
    """Twenty moves, of which three were played in openings with names."""
    positions = {*dice.sample(named, 3), *(dice.getrandbits(62) for _ in range(_PLIES - 3))}
    of_match = {"match_id": match["id"], "move": "d3", "guild_id": GUILD, "channel_id": FIRST_ID}
    return [{**of_match, "position": position} for position in positions]
