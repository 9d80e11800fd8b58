"""Icons: one meaning each in code and in texts, and one meaning of green buttons."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot
from bot.icons import Icon
from bot.texts import LANGUAGES

ROOT = Path(bot.__file__).parent
PICTOGRAM = re.compile(
    "[\u21a9\u231a-\u23ff\u25b6\u25c0\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]\ufe0f?"
)
"""A character that Discord shows as an emoji; arrows between moves and the bars of a progress are none."""
NOT_ON_DISCORD = ("icons.py", "cli/check.py", "records/diagrams.py")
"""Modules with such characters that Discord does not show: a terminal's marks, stones of diagrams."""
MEANINGS = {
    Icon.PREVIOUS: ("the step before", r"watch\.live"),
    Icon.NEXT: ("the next step", r"watch\.stepping"),
    Icon.RIGHT: ("right, saved", r"settings\.saved|(practice|puzzle|guess|race)\.right.*"),
    Icon.WRONG: ("wrong", r"(practice|guess|race)\.wrong(-short)?|puzzle\.(wrong|refuted)"),
    Icon.WARNING: (
        "what somebody has to mend or to look at",
        r"janggi\.(entered|check)|welcome\.no-engine|settings\..*(-gone|\.gone|cannot-write|unlogged)"
        r"|matches\.(suspended|removed)|go\.(agreed-)?undecided|setup\.problem",
    ),
    Icon.HINT: ("the best move", r"hint\.(line|why|even|behind)|review\.advice"),
    Icon.CLOCK: ("a clock", r"clock\.line|challenge\.clock"),
    Icon.YOUR_TURN: ("your turn", r"ping\.(turn.*|bring)"),
    Icon.TIME_SHORT: ("your time runs out", r"ping\.reminder"),
    Icon.TAKEBACK: ("a takeback", r"match\.undo-.*"),
    Icon.DRAW: ("a draw", r"match\.draw-.*"),
    Icon.PAUSED: ("a paused match", r"match\.(adjourn.*|suspended|removed)"),
    Icon.VACATION: ("a vacation", r".*vacation.*"),
    Icon.CONDITIONAL: ("conditional moves", r"conditional\.heading"),
    Icon.LEARN: ("learning", r"teach\.note|learn\.finished"),
    Icon.PRACTICE: ("your mistakes as puzzles", r"practice\.(nothing|later)"),
    Icon.OPENING: ("the opening explorer", r"explore\.title"),
    Icon.RATING: ("a rating", r"challenge\.rated"),
    Icon.SEEK: ("a wanted opponent", r"seek\.(heading|nobody)"),
    Icon.TOURNAMENT: ("a tournament", r"tournament\.((arena|knockout)\.)?announced"),
}
"""What an icon in a sentence means, and the keys of the sentences that have it."""
GREEN = {
    "ui/buttons.py": "accepts an offer, agrees, or leads to a move that is hinted at or suggested",
    "ui/challenge_message.py": "accepts a challenge",
    "ui/vote_challenge.py": "accepts a challenge",
    "ui/seek_board.py": "accepts a seek",
    "ui/team_lobby.py": "begins the match",
    "ui/races.py": "plays another storm",
    "ui/tournament.py": "joins the tournament",
    "ui/managed_tournament.py": "starts the tournament",
    "ui/tournament_form.py": "creates the tournament",
    "ui/setup_panel.py": "goes on to the choice of the opponent",
    "ui/lesson_message.py": "goes on in the lesson",
    "ui/overview.py": "practices one's mistakes",
    "ui/profile.py": "practices one's mistakes",
    "ui/puzzle.py": "goes on to the next puzzle, after an answer",
    "ui/seats.py": "starts hand and brain",
    "ui/server_races.py": "starts the run",
    "ui/practice.py": "goes on to the next mistake, after an answer",
    "ui/practice_round.py": "tries again the mistakes that were not solved",
}
"""The modules with a green button, and how it is the main next step there."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(ROOT.rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text("utf-8"))


def test_code_names_its_icons() -> None:
    spelled_out = [
        (name, node.lineno, node.value)
        for name, module in modules()
        if name not in NOT_ON_DISCORD
        for node in ast.walk(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and PICTOGRAM.search(node.value)
    ]
    assert not spelled_out


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """Every key of a language with its sentences."""
    catalog = (ROOT / f"texts/{language}.po").read_text("utf-8")
    for entry in re.finditer(r'^msgid "(.+)"\n((?:msg.*\n?)+)', catalog, re.MULTILINE):
        yield entry[1], entry[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_icon_in_a_sentence_has_its_one_meaning(language: str) -> None:
    seen = set()
    for key, text in sentences(language):
        for icon in PICTOGRAM.findall(text):
            assert icon in MEANINGS, (key, icon)
            assert re.fullmatch(MEANINGS[icon][1], key), (key, icon, MEANINGS[icon][0])
            seen.add(icon)
    assert seen == set(MEANINGS)


def test_no_two_icons_mean_the_same_and_none_is_a_part_of_another() -> None:
    meanings = [meaning for meaning, _ in MEANINGS.values()]
    assert len(set(meanings)) == len(meanings)
    assert all(PICTOGRAM.fullmatch(icon) for icon in Icon)


def test_green_is_the_main_next_step() -> None:
    styles = {
        name
        for name, module in modules()
        for node in ast.walk(module)
        if isinstance(node, ast.Attribute) and node.attr in ("success", "green")
        if ast.unparse(node).startswith("discord.ButtonStyle")
    }
    assert styles == {"ui/layout.py"}
    users = {
        name
        for name, module in modules()
        for node in ast.walk(module)
        if isinstance(node, ast.Name) and node.id == "NEXT_STEP" and isinstance(node.ctx, ast.Load)
    }
    assert users == set(GREEN)
