"""Slash commands, a module for each, and a menu on messages."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.interactions.commands.adjournment import adjourn_command, resume_command
from bot.interactions.commands.board import board_command
from bot.interactions.commands.conditional import conditional_command
from bot.interactions.commands.draw import draw_command
from bot.interactions.commands.explore import explore_command
from bot.interactions.commands.export import export_command
from bot.interactions.commands.help import help_command
from bot.interactions.commands.import_record import import_command
from bot.interactions.commands.leaderboard import leaderboard_command
from bot.interactions.commands.learn import learn_command
from bot.interactions.commands.matches import matches_command
from bot.interactions.commands.me import me_command
from bot.interactions.commands.moderate import moderate_group, moderate_menu
from bot.interactions.commands.move import move_command
from bot.interactions.commands.notifications import pings_command
from bot.interactions.commands.play import play_group
from bot.interactions.commands.privacy import privacy_command
from bot.interactions.commands.profile import profile_command
from bot.interactions.commands.puzzle import puzzle_command
from bot.interactions.commands.replay import replay_command
from bot.interactions.commands.resign import resign_command
from bot.interactions.commands.seek import seek_command
from bot.interactions.commands.settings import settings_command
from bot.interactions.commands.setup import setup_group
from bot.interactions.commands.team import team_group
from bot.interactions.commands.tournament import tournament_group
from bot.interactions.commands.vacation import vacation_command
from bot.interactions.commands.watch import watch_command


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    """Add every command to the tree."""
    commands: list[app_commands.Command[Any, ..., None] | app_commands.Group] = [
        play_group(),
        setup_group(),
        seek_command,
        team_group(),
        tournament_group(),
        move_command,
        conditional_command,
        vacation_command,
        board_command,
        watch_command,
        draw_command,
        adjourn_command,
        resume_command,
        resign_command,
        matches_command,
        leaderboard_command,
        profile_command,
        export_command,
        import_command,
        replay_command,
        explore_command,
        pings_command,
        me_command,
        privacy_command,
        settings_command,
        moderate_group(),
        help_command,
        learn_command,
        puzzle_command,
    ]
    for command in commands:
        tree.add_command(command)
    tree.add_command(moderate_menu())
