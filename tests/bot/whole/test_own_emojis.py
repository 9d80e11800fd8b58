"""The bot's own emojis on a real client: uploaded, shown, and characters again when one is gone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.drawing.emojis import drawn_emojis
from bot.icons import Icon
from bot.messages.emoji_keeper import Drawn, EmojiKeeper
from bot.own_emojis import OWN_EMOJIS

from .world import World

SHOWN = (Icon.BLACK_DISC, Icon.WHITE_DISC, Icon.RIGHT, Icon.WRONG, Icon.CANCEL)


async def draw() -> Drawn:
    drawn = drawn_emojis()
    return {icon: drawn[icon] for icon in SHOWN}


@pytest.fixture(autouse=True)
def characters_again() -> Iterator[None]:
    """Another test has another Discord."""
    yield
    OWN_EMOJIS.show({})
    OWN_EMOJIS._refused_at = None


async def test_messages_have_own_emojis_until_discord_refuses_them(w: World) -> None:
    keeper = EmojiKeeper(w.client, lambda: True, w.client.times.unix, draw=draw)
    await keeper.look()
    uploaded = {emoji["name"].rpartition("_")[0]: emoji["id"] for emoji in w.sandbox.state.emojis.values()}
    assert uploaded.keys() == {icon.name.lower() for icon in SHOWN}

    board = w.board(await w.play(opponent=w.bob))
    names = {emoji["name"] for emoji in w.sandbox.state.emojis.values()}
    assert f":{uploaded['black_disc']}> Black." in board.text
    assert [button.label for button in board.buttons] == ["Accept", "Decline/cancel"]
    assert {button.emoji for button in board.buttons} < names

    w.sandbox.state.drop_emoji(uploaded["right"])
    refused = await w.bob.command(w.games, "play othello", opponent=w.alice)
    assert "Something went wrong" in refused.text
    board = w.board(await w.play(w.minji, w.korean, opponent=w.junho))
    assert [button.emoji for button in board.buttons] == ["✅", "❌"]
    await keeper.look()
    assert OWN_EMOJIS.count == len(SHOWN)
