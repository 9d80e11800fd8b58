"""The application's own emojis: uploaded, listed, renamed, deleted, used on buttons, served as images."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from PIL import Image

from sandbox import Sandbox
from sandbox.rest import emojis

from .conftest import Api, connected, field_errors


def image(kind: str = "PNG") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (8, 8), "green").save(file, kind)
    return file.getvalue()


def data_uri(data: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(data).decode()}"


def path_of(sandbox: Sandbox) -> str:
    return f"/applications/{sandbox.state.bot_id}/emojis"


def with_button(emoji_id: str) -> dict[str, Any]:
    button = {"type": 2, "style": 1, "custom_id": "b", "emoji": {"id": emoji_id, "name": "stone"}}
    return {"content": "x", "components": [{"type": 1, "components": [button]}]}


async def test_discord_py_uploads_renames_and_deletes_an_emoji(sandbox: Sandbox) -> None:
    async with connected(sandbox) as bot:
        uploaded = await bot.create_application_emoji(name="stone", image=image())
        assert not uploaded.animated
        assert await bot.fetch_application_emojis() == [uploaded]
        assert (await uploaded.edit(name="disc")).name == "disc"
        assert (await bot.fetch_application_emoji(uploaded.id)).name == "disc"
        await uploaded.delete()
        assert await bot.fetch_application_emojis() == []
        with pytest.raises(discord.NotFound) as unknown:
            await bot.fetch_application_emoji(uploaded.id)
    assert unknown.value.code == 10014


async def test_the_image_is_served_until_the_emoji_is_deleted(sandbox: Sandbox) -> None:
    async with connected(sandbox) as bot, aiohttp.ClientSession() as session:
        uploaded = await bot.create_application_emoji(name="wave", image=image("GIF"))
        assert uploaded.animated
        url = f"{sandbox.url}/emojis/{uploaded.id}.webp"
        async with session.get(url) as response:
            assert (await response.read(), response.content_type) == (image("GIF"), "image/gif")
        await uploaded.delete()
        async with session.get(url) as response:
            assert response.status == 404


async def test_an_emoji_survives_a_restart(tmp_path: Path) -> None:
    async with Sandbox.running(tmp_path) as sandbox, connected(sandbox) as bot:
        uploaded = await bot.create_application_emoji(name="stone", image=image())
    async with Sandbox.running(tmp_path) as sandbox, connected(sandbox) as bot:
        assert await bot.fetch_application_emojis() == [uploaded]
        async with aiohttp.ClientSession() as session:
            response = await session.get(f"{sandbox.url}/emojis/{uploaded.id}.png")
            assert await response.read() == image()


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"image": data_uri(image())}, {"name": "BASE_TYPE_REQUIRED"}),
        ({"name": "a", "image": data_uri(image())}, {"name": "BASE_TYPE_BAD_LENGTH"}),
        ({"name": "black stone", "image": data_uri(image())}, {"name": "STRING_TYPE_REGEX"}),
        ({"name": "taken", "image": data_uri(image())}, {"name": "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"}),
        ({"name": "stone"}, {"image": "BASE_TYPE_REQUIRED"}),
        ({"name": "stone", "image": "stone.png"}, {"image": "IMAGE_INVALID"}),
        ({"name": "stone", "image": data_uri(b"no picture")}, {"image": "IMAGE_INVALID"}),
        ({"name": "stone", "image": data_uri(bytes(256 * 1024 + 1))}, {"image": "BINARY_TYPE_MAX_SIZE"}),
    ],
)
async def test_a_wrong_field_is_named(
    sandbox: Sandbox, api: Api, body: dict[str, str], errors: dict[str, str]
) -> None:
    sandbox.state.add_emoji("taken", image())
    status, answer = await api("POST", path_of(sandbox), body)
    assert (status, field_errors(answer)) == (400, errors)


async def test_more_than_the_limit_are_refused(
    sandbox: Sandbox, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(emojis, "LIMIT", 1)
    body = {"name": "first", "image": data_uri(image())}
    assert (await api("POST", path_of(sandbox), body))[0] == 200
    status, answer = await api("POST", path_of(sandbox), body | {"name": "second"})
    assert (status, answer["code"]) == (400, 30008)


async def test_another_application_is_unknown(api: Api) -> None:
    status, answer = await api("GET", "/applications/1/emojis")
    assert (status, answer["code"]) == (404, 10002)


async def test_a_button_shows_only_an_uploaded_emoji(sandbox: Sandbox, api: Api) -> None:
    path = f"/channels/{sandbox.channel('games')}/messages"
    uploaded = sandbox.state.add_emoji("stone", image())
    assert (await api("POST", path, with_button(uploaded["id"])))[0] == 200
    sandbox.state.drop_emoji(uploaded["id"])
    _, answer = await api("POST", path, with_button(uploaded["id"]))
    assert field_errors(answer) == {"components.0.components.0.emoji.id": "BUTTON_COMPONENT_INVALID_EMOJI"}
