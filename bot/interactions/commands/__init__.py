"""Slash commands. Start reading at `bot/interactions/commands/play.py`."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.interactions.commands.adjournment import adjourn_command, resume_command
from bot.interactions.commands.matches import (
    board_command,
    draw_command,
    matches_command,
    move_command,
    resign_command,
)
from bot.interactions.commands.notifications import pings_command
from bot.interactions.commands.play import play_group
from bot.interactions.commands.server import help_command, settings_command


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    """Put every command into the tree."""
    commands: list[app_commands.Command[Any, ..., None] | app_commands.Group] = [
        play_group(),
        move_command,
        board_command,
        draw_command,
        adjourn_command,
        resume_command,
        resign_command,
        matches_command,
        pings_command,
        settings_command,
        help_command,
    ]
    for command in commands:
        tree.add_command(command)
