"""Own emojis in the place of characters: in texts, on buttons, in menus; and when characters stay."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord.ui import ActionRow, Button, Container, Section, Select, TextDisplay

from bot.icons import Icon
from bot.own_emojis import MAX_CHARACTERS, OWN_EMOJIS, REFUSED_SECONDS, Component, OwnEmojis, Uploaded
from bot.ui.layout import layout
from tests.clock import Clock

UP = {
    Icon.BLACK_DISC: Uploaded("black_disc_0a1b2c", 1),
    Icon.BLACK_STONE: Uploaded("black_stone_0a1b2c", 2),
    Icon.RIGHT: Uploaded("right_0a1b2c", 3),
    Icon.CLOCK: Uploaded("clock_0a1b2c", 4),
}
DISC, STONE, RIGHT, CLOCK = map(str, UP.values())


@pytest.fixture
def time() -> Clock:
    return Clock(1000.0)


@pytest.fixture
def emojis(time: Clock) -> OwnEmojis:
    """Those in `UP`; other icons have none yet."""
    made = OwnEmojis(time)
    made.show(UP)
    return made


def text(content: str) -> Component:
    return {"type": 10, "content": content}


def button(label: str, emoji: str | None = None) -> Component:
    return {"type": 2, "label": label, **({"emoji": {"name": emoji}} if emoji else {})}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("⚫ Alice", f"{DISC} Alice"),
        (f"{Icon.BLACK_STONE} Alice", f"{STONE} Alice"),
        ("⏱️ ⚫ 5:02", f"{CLOCK} {DISC} 5:02"),
        ("⏱ 5:02", f"{CLOCK} 5:02"),
        ("### ✅ Saved", f"### {RIGHT} Saved"),
        ("⚪ has none yet", "⚪ has none yet"),
        ("◀️ is Discord's", "◀️ is Discord's"),
        ("`⚫` is code", "`⚫` is code"),
        ("```\n⚫\n``` ⚫", f"```\n⚫\n``` {DISC}"),
        ("one emoji of two: ✅\u200d⚫", "one emoji of two: ✅\u200d⚫"),
        ("No icon", "No icon"),
    ],
)
def test_a_text_has_own_emojis(emojis: OwnEmojis, before: str, after: str) -> None:
    assert emojis.replaced([text(before)]) == [text(after)]


@pytest.mark.parametrize(
    ("label", "emoji", "shown", "name"),
    [
        ("Accept", "✅", "Accept", "right_0a1b2c"),
        ("Accept", None, "Accept", None),
        ("✅ Othello", None, "Othello", "right_0a1b2c"),
        ("✅ Othello", "◀️", "✅ Othello", "◀️"),
        ("✅", None, "✅", None),
        ("Decline", "❌", "Decline", "❌"),
    ],
)
def test_a_control_has_its_own_emoji_beside_the_words(
    emojis: OwnEmojis, label: str, emoji: str | None, shown: str, name: str | None
) -> None:
    menu = {"type": 3, "options": [button(label, emoji)]}
    (pressed, chosen) = emojis.replaced([button(label, emoji), menu])
    for control in (pressed, chosen["options"][0]):
        assert control["label"] == shown
        assert control.get("emoji", {}).get("name") == name


def test_everything_in_a_message_is_reached(monkeypatch: pytest.MonkeyPatch, emojis: OwnEmojis) -> None:
    monkeypatch.setattr("bot.ui.layout.OWN_EMOJIS", emojis)
    menu: Select[Any] = Select(options=[discord.SelectOption(label="Black", emoji=Icon.BLACK_STONE)])
    accept: Button[Any] = Button(label="Accept", emoji=Icon.RIGHT)
    section: Section[Any] = Section(TextDisplay("⚫ Alice"), accessory=accept)
    view = layout(Container(section, ActionRow(menu)), TextDisplay("⏱️ 5:02"))
    (box, clock) = view.to_components()  # type: ignore[no-untyped-call]
    (first, row) = box["components"]
    assert clock["content"] == f"{CLOCK} 5:02"
    assert first["components"][0]["content"] == f"{DISC} Alice"
    assert first["accessory"]["emoji"] == {"id": "3", "name": "right_0a1b2c"}
    assert row["components"][0]["options"][0]["emoji"]["id"] == "2"


def test_nothing_is_up_yet() -> None:
    assert OWN_EMOJIS.count == 0
    parts = [text("⚫ Alice"), button("Accept", "✅")]
    assert OwnEmojis().replaced(parts) == [text("⚫ Alice"), button("Accept", "✅")]


def test_texts_that_would_be_too_long_keep_characters(emojis: OwnEmojis) -> None:
    many = "⚫ " * (MAX_CHARACTERS // (len(DISC) + 1))
    assert emojis.replaced([text(many), button("Accept", "✅")])[0]["content"].startswith(DISC)
    (first, second, accept) = emojis.replaced([text(many), text("⚫" * 9), button("Accept", "✅")])
    assert (first["content"], second["content"]) == (many, "⚫" * 9)
    assert accept["emoji"]["name"] == "right_0a1b2c"


async def answered(emojis: OwnEmojis, status: int, body: bytes) -> None:
    """Discord answers a request: what aiohttp tells the trace."""

    async def read() -> bytes:
        return body

    response = SimpleNamespace(status=status, read=read)
    await emojis.note_answer(None, None, cast(Any, SimpleNamespace(response=response)))


REFUSAL = b'{"code": 50035, "errors": {"_errors": [{"code": "BUTTON_COMPONENT_INVALID_EMOJI"}]}}'


async def test_after_a_refusal_controls_have_characters_for_a_while(emojis: OwnEmojis, time: Clock) -> None:
    told: list[bool] = []
    emojis.on_refusal = lambda: told.append(True)
    await answered(emojis, 400, REFUSAL)
    assert told == [True]
    time.now += REFUSED_SECONDS - 1
    assert emojis.replaced([text("⚫"), button("Yes", "✅")]) == [text(DISC), button("Yes", "✅")]
    time.now += 2
    assert emojis.replaced([button("Yes", "✅")])[0]["emoji"]["name"] == "right_0a1b2c"


@pytest.mark.parametrize(("status", "body"), [(200, REFUSAL), (400, b'{"code": 50083}'), (404, b"")])
async def test_other_answers_are_no_refusals_of_an_emoji(emojis: OwnEmojis, status: int, body: bytes) -> None:
    await answered(emojis, status, body)
    assert emojis.replaced([button("Yes", "✅")])[0]["emoji"]["name"] == "right_0a1b2c"
