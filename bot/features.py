"""The features of the bot. A new one adds a line, and a `Feature` in a file of its own."""

from __future__ import annotations

from bot.interactions.board_reading import READING
from bot.interactions.commands.analyze import analyze_command
from bot.interactions.commands.board import board_command
from bot.interactions.commands.match_actions import press_adjourn
from bot.interactions.commands.me import ME
from bot.interactions.commands.moderate import MODERATION
from bot.interactions.commands.move import move_command
from bot.interactions.commands.play import PLAY
from bot.interactions.commands.puzzle import PUZZLES
from bot.interactions.commands.record import record_group
from bot.interactions.commands.resign import resign_command
from bot.interactions.commands.settings import settings_command
from bot.interactions.commands.team import team_group
from bot.interactions.commands.tournament import TOURNAMENTS
from bot.interactions.conditional_moves import CONDITIONAL_MOVES
from bot.interactions.explorer import EXPLORER
from bot.interactions.feature import Feature, Features
from bot.interactions.game_defaults import GAME_DEFAULTS
from bot.interactions.guesses import GUESSING
from bot.interactions.hand_and_brain import HAND_AND_BRAIN
from bot.interactions.import_records import IMPORT
from bot.interactions.introductions import HELP
from bot.interactions.leaderboard import LEADERBOARDS
from bot.interactions.lessons import LEARNING
from bot.interactions.match_list import MATCHES
from bot.interactions.practice import PRACTICE
from bot.interactions.privacy import PRIVACY
from bot.interactions.profile import PROFILES
from bot.interactions.races import RACES
from bot.interactions.rank_roles import RANK_ROLES
from bot.interactions.recap import RECAPS
from bot.interactions.relay import RELAYS
from bot.interactions.replay import REPLAYS
from bot.interactions.review import REVIEWS
from bot.interactions.seeks import SEEKS
from bot.interactions.server_races import SERVER_RACES
from bot.interactions.setups import SETUPS
from bot.interactions.turn_lists import TURN_LISTS
from bot.interactions.watching import WATCHING
from bot.ui.notices import ADJOURN

FEATURES = Features(
    PLAY,
    Feature([move_command, board_command], panels={ADJOURN: press_adjourn}),
    MATCHES,
    SEEKS,
    PROFILES,
    LEADERBOARDS,
    PUZZLES,
    LEARNING,
    TOURNAMENTS,
    WATCHING,
    REVIEWS,
    GUESSING,
    RELAYS,
    READING,
    Feature([analyze_command, record_group]),
    Feature([team_group]),
    Feature([resign_command]),
    ME,
    HELP,
    PRIVACY,
    Feature([settings_command]),
    GAME_DEFAULTS,
    MODERATION,
    TURN_LISTS,
    RECAPS,
    RACES,
    SERVER_RACES,
    CONDITIONAL_MOVES,
    SETUPS,
    EXPLORER,
    IMPORT,
    REPLAYS,
    PRACTICE,
    RANK_ROLES,
    HAND_AND_BRAIN,
)
"""In the order of their commands, those used most first; see `Features`."""
