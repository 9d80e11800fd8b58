"""Every limit on what a person, a channel or a server can ask of the bot: how many, per what, and why.

`Rate` limits are counted in memory (`bot.match.rate_limits`), those on unfinished matches in the transaction
that would exceed them (`data.matches.quotas`). A server's admin sets the server's own in ``/settings``.
Which matches count for ratings is in `data.model.fair_play`.
"""

from __future__ import annotations

from dataclasses import dataclass

import ai.base
from ai import strengths
from bot.exceptions import UnknownLevel
from bot.match.engines import levels_of
from data.model.match import Limits
from data.servers.settings import GuildSettings


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something can happen: ``allowed`` times in any ``seconds``, for each ``per`` on its own."""

    allowed: int
    seconds: float
    per: str
    refusal: str = ""
    """The text key of the refusal. Its arguments are ``most``, how many are allowed, and ``n``, how long to
    wait: in minutes if ``seconds`` is more than a minute, else in seconds. Empty where nobody waits."""
    busy: str = ""
    """The text key of the refusal while one of the same person is under way."""


MINUTE, DAY = 60.0, 86_400.0
NOT_NOW = "challenge.not-now"
"""The text key of a refusal that does not say why: after too many challenges, or because of a block."""

# --- What others see ---------------------------------------------------------------------------------

MENTIONS = Rate(5, 10 * MINUTE, "person", "limit.mentions")
"""People whom a person challenges; canceled challenges count, for the mention stays, accepted ones do not."""
SERVER_MENTIONS = Rate(30, 10 * MINUTE, "server", "limit.server-mentions")
"""People whom all members of a server challenge: many accounts mention no more than a lively club does."""
PAIR_MENTIONS = Rate(3, 10 * MINUTE, "pair of people", NOT_NOW)
"""Challenges of a person to another who does not accept; the refusal does not say why."""
BOARDS = Rate(5, MINUTE, "person", "limit.boards-a-minute")
"""Boards that a person has posted: who begins and aborts matches does not push a conversation away."""
ANSWERS = Rate(5, MINUTE, "person", "limit.answers-a-minute")
"""Leaderboards, animations, positions, profiles, tournaments: no more than a person posts by hand."""
WELCOMES = Rate(1, MINUTE, "channel")
"""Welcomes to people who mention the bot: who do so in turn get one picture, not one each."""
VACATION_NOTICES = Rate(1, DAY, "match")
"""Mentions of an opponent: who goes on vacation and comes back again and again mentions them once."""

# --- What costs --------------------------------------------------------------------------------------

HINTS = Rate(6, MINUTE, "person", "hint.too-many", "hint.one-at-a-time")
"""Hints: each is a search by the engine."""
ATTEMPTS = Rate(20, MINUTE, "person", "practice.too-many", "practice.one-at-a-time")
"""Moves that a person tries at their mistakes: the engine judges each."""
REPLAYS = Rate(3, MINUTE, "person", "replay.too-many", "replay.one-at-a-time")
"""Animations: each takes seconds to draw."""
IMPORTS = Rate(5, MINUTE, "person", "import.too-many", "import.one-at-a-time")
"""Files that are read: each takes a process of its own."""

TYPED = Rate(30, MINUTE, "person")
"""Messages that look like moves: each is looked up among the person's matches, others of a flood are chat."""

# --- How many at a time ------------------------------------------------------------------------------

MATCHES_EVERYWHERE = 25
"""Unfinished matches per person, so that `/matches` stays a list to read; no server can allow more."""
MATCHES_IN_SERVER = 10
"""Unfinished matches per person in a server that does not set a number: nobody fills its channels."""
CHALLENGES = 3
"""Open challenges per person, and seeks: who waits for three answers has enough to play."""
STRONG_LEVELS = ("7", "8")
STRONG_MATCHES = 2
"""Unfinished matches per person against the computer at levels that are `is_strong`: they search longest."""
RACERS = 12
"""People in a puzzle race: more are no table to read on a phone."""
BANS = 500
"""People whom the moderators of a server can ban from the bot at once: all of them are held in memory."""
BLOCKS = 25
"""People whom one person can block: a menu of Discord's shows no more."""


def limits(settings: GuildSettings | None) -> Limits:
    """The limits in a server, or outside servers (None)."""
    return Limits(
        matches=MATCHES_EVERYWHERE,
        in_guild=(settings.matches if settings else None) or MATCHES_IN_SERVER,
        challenges=CHALLENGES,
        in_channel=settings.boards if settings else None,
        strong=STRONG_MATCHES,
        is_strong=is_strong,
    )


def is_strong(slug: str, level: str) -> bool:
    """Whether a level is one of the `STRONG_LEVELS`, or a strength near them."""
    return strengths.nearest_level(slug, level) in STRONG_LEVELS


def check_level(slug: str, level: str) -> None:
    """Refuse a level that the game does not have, and a strength at which it does not play."""
    known = levels_of(slug)
    try:
        ai.base.parse_level(slug, level, known)
    except ai.base.UnknownLevel:
        raise UnknownLevel(slug, level, known, strengths.playable(slug)) from None
