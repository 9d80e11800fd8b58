"""The features of the bot. A new one adds a line, and a `Feature` in a file of its own."""

from __future__ import annotations

from bot.interactions.commands.adjournment import adjourn_command, resume_command
from bot.interactions.commands.board import board_command
from bot.interactions.commands.conditional import CONDITIONAL_MOVES
from bot.interactions.commands.draw import draw_command
from bot.interactions.commands.explore import EXPLORER
from bot.interactions.commands.export import export_command
from bot.interactions.commands.help import HELP
from bot.interactions.commands.import_record import IMPORT
from bot.interactions.commands.leaderboard import LEADERBOARDS
from bot.interactions.commands.learn import LESSONS
from bot.interactions.commands.matches import MATCHES
from bot.interactions.commands.me import ME
from bot.interactions.commands.moderate import MODERATION
from bot.interactions.commands.move import move_command
from bot.interactions.commands.notifications import PINGS
from bot.interactions.commands.play import PLAY
from bot.interactions.commands.privacy import PRIVACY
from bot.interactions.commands.profile import PROFILES
from bot.interactions.commands.puzzle import PUZZLES
from bot.interactions.commands.replay import REPLAYS
from bot.interactions.commands.resign import resign_command
from bot.interactions.commands.seek import SEEKS
from bot.interactions.commands.settings import settings_command
from bot.interactions.commands.setup import SETUPS
from bot.interactions.commands.team import team_group
from bot.interactions.commands.tournament import TOURNAMENTS
from bot.interactions.commands.vacation import VACATIONS
from bot.interactions.commands.watch import WATCHING
from bot.interactions.feature import Feature, Features
from bot.interactions.practice import PRACTICE
from bot.interactions.rank_roles import RANK_ROLES
from bot.interactions.review import REVIEWS

FEATURES = Features(
    PLAY,
    SETUPS,
    SEEKS,
    Feature([team_group]),
    TOURNAMENTS,
    Feature([move_command]),
    CONDITIONAL_MOVES,
    VACATIONS,
    Feature([board_command]),
    WATCHING,
    Feature([draw_command, adjourn_command, resume_command, resign_command]),
    MATCHES,
    LEADERBOARDS,
    PROFILES,
    Feature([export_command]),
    IMPORT,
    REVIEWS,
    REPLAYS,
    EXPLORER,
    PINGS,
    ME,
    PRIVACY,
    Feature([settings_command]),
    MODERATION,
    HELP,
    LESSONS,
    PUZZLES,
    PRACTICE,
    RANK_ROLES,
)
"""In the order of their commands, see `Features`."""
