"""Who reads what in which language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .world import World

HANGUL = re.compile("[가-힣]")


async def test_a_korean_board_and_english_ephemeral_messages(w: World) -> None:
    match = await w.opened(await w.play(w.alice, w.korean))
    board = w.board(match)
    assert "차례" in board.text and HANGUL.search(board.images[0].description or "")
    question = await w.alice.click(board, label="기권")
    assert "Are you sure you want to resign?" in question.text
    assert [button.label for button in question.shown.buttons] == ["Resign", "Keep playing", "Adjourn"]
    opened = await w.open_form(w.alice, match)
    assert "your move" in opened.form.title


async def test_an_english_board_and_korean_ephemeral_messages(w: World) -> None:
    match = await w.play(w.minji, w.games)
    assert "to move" in w.board(match).text
    question = await w.minji.click(w.board(match), label="Abort")
    assert not re.search("[a-z]{4}", question.text.partition("\n")[2]) and HANGUL.search(question.text)
    text = await w.reads(w.minji, w.minji.command(w.games, "move", move="a1"))
    assert HANGUL.search(text) and text == w.says(w.minji, "rule.no-flips", move="a1")
    text = await w.reads(w.junho, w.junho.click(w.board(match), label="d3"))
    assert HANGUL.search(text) and text == w.says(w.junho, "match.not-seated")


async def test_a_korean_match_to_its_end(w: World) -> None:
    match = await w.play(w.minji, w.korean)
    await w.minji.click(w.board(match), label="d3")
    match = await w.answered(match)
    assert "차례" in w.board(match).text and "컴퓨터" in w.board(match).text
    question = await w.minji.click(w.board(match), label="기권")
    await w.minji.click(question.shown, label="기권하기")
    assert not re.search("[A-Za-z]{2}", w.board(await w.shown(match)).text)


async def test_both_helps(w: World) -> None:
    english = (await w.bob.command(w.games, "help")).text
    korean = (await w.junho.command(w.games, "help")).text
    assert not HANGUL.search(english)
    assert HANGUL.search(korean) and korean.count("\n") == english.count("\n")


def described(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A command, its subcommands and options."""
    yield command
    for option in command.get("options") or []:
        yield from described(option)


async def test_commands_have_korean_names(w: World) -> None:
    commands = list(w.sandbox.state.commands["global"].values())
    assert {one["name"] for one in commands} == {
        "play",
        "move",
        "board",
        "matches",
        "seek",
        "profile",
        "leaderboard",
        "puzzle",
        "learn",
        "tournament",
        "watch",
        "analyze",
        "record",
        "team",
        "resign",
        "me",
        "help",
        "privacy",
        "settings",
        "moderate",
        "Moderate match",
        "Ban from the bot",
    }
    for command in commands:
        for part in described(command):
            assert HANGUL.search(part["name_localizations"]["ko"]), part
            if part["description"]:  # a menu of messages has none
                assert HANGUL.search(part["description_localizations"]["ko"]), part


async def test_choices_have_korean_names(w: World) -> None:
    found = [
        choice
        for command in w.sandbox.state.commands["global"].values()
        for part in described(command)
        for choice in part.get("choices") or []
    ]
    assert len(found) >= 9 + 3 + 3 + 3 + 2
    for choice in found:
        assert choice["name_localizations"]["ko"], choice
