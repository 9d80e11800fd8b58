"""What features add to the panels of ``/settings`` and ``/me``."""

from __future__ import annotations

from bot.interactions.daily import DAILY_PANEL
from bot.interactions.person_settings import PersonSettings
from bot.interactions.practice import own_mistakes
from bot.interactions.profile import own_ratings
from bot.interactions.puzzles import own_puzzles
from bot.interactions.rank_roles import RANKS_PANEL
from bot.interactions.settings import ServerSettings

SERVER_SETTINGS = ServerSettings((DAILY_PANEL, RANKS_PANEL))
PERSON_SETTINGS = PersonSettings((own_ratings, own_puzzles, own_mistakes))
