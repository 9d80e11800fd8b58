"""Every documented limit of a message: 50035 at the right path."""

from __future__ import annotations

import io
from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox

from .conftest import Api, field_errors

V2 = 1 << 15


def button(number: int = 0, **changes: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "x", "custom_id": f"b{number}"} | changes


def option(number: int = 0, **changes: Any) -> dict[str, Any]:
    return {"label": f"o{number}", "value": f"v{number}"} | changes


def select(**changes: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "s", "options": [option()]} | changes


def rows(*controls: dict[str, Any]) -> dict[str, Any]:
    return {"content": "x", "components": [{"type": 1, "components": list(controls)}]}


def v2(*components: dict[str, Any]) -> dict[str, Any]:
    return {"flags": V2, "components": list(components)}


def text(content: str = "x") -> dict[str, Any]:
    return {"type": 10, "content": content}


def gallery(*items: dict[str, Any]) -> dict[str, Any]:
    return {"type": 12, "items": list(items)}


PICTURE = {"media": {"url": "https://example.com/a.png"}}
IN_ROW = "components.0.components.0"
LENGTH, MAX, REQUIRED, CHOICE = (
    "BASE_TYPE_BAD_LENGTH",
    "BASE_TYPE_MAX_LENGTH",
    "BASE_TYPE_REQUIRED",
    "BASE_TYPE_CHOICES",
)
LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"

TABLE = [
    ({"content": "x" * 2001}, "content", MAX),
    ({"content": "x", "nonce": "x" * 26}, "nonce", MAX),
    ({"embeds": [{"title": "x"}] * 11}, "embeds", LENGTH),
    ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title", MAX),
    ({"embeds": [{"description": "x" * 4097}]}, "embeds.0.description", MAX),
    ({"embeds": [{"fields": [{"name": "x", "value": "x"}] * 26}]}, "embeds.0.fields", LENGTH),
    ({"embeds": [{"fields": [{"name": "", "value": "x"}]}]}, "embeds.0.fields.0.name", LENGTH),
    ({"embeds": [{"fields": [{"name": "x", "value": "x" * 1025}]}]}, "embeds.0.fields.0.value", LENGTH),
    ({"embeds": [{"footer": {"text": "x" * 2049}}]}, "embeds.0.footer.text", MAX),
    ({"embeds": [{"author": {"name": "x" * 257}}]}, "embeds.0.author.name", MAX),
    ({"embeds": [{"description": "x" * 4000}] * 2}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
    (
        {"content": "x", "components": [{"type": 1, "components": [button(n)]} for n in range(6)]},
        "components",
        LENGTH,
    ),
    (rows(*(button(n) for n in range(6))), "components.0.components", LENGTH),
    (rows(), "components.0.components", LENGTH),
    ({"content": "x", "components": [button()]}, "components.0.type", CHOICE),
    ({"content": "x", "components": [text()]}, "components.0.type", CHOICE),
    (rows(button(custom_id="x" * 101)), f"{IN_ROW}.custom_id", LENGTH),
    (rows(button(custom_id="")), f"{IN_ROW}.custom_id", LENGTH),
    (rows(button(custom_id=None)), f"{IN_ROW}.custom_id", REQUIRED),
    (rows(button(), button()), "components.0.components.1.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
    (rows(button(label="x" * 81)), f"{IN_ROW}.label", MAX),
    (rows(button(label=None)), IN_ROW, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
    (rows(button(style=9)), f"{IN_ROW}.style", CHOICE),
    (rows(button(style=5, custom_id=None)), f"{IN_ROW}.url", REQUIRED),
    (rows(button(url="https://x")), IN_ROW, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"),
    (rows(button(emoji={"name": "pencil"})), f"{IN_ROW}.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"),
    (rows(select(options=[option(n) for n in range(26)])), f"{IN_ROW}.options", LENGTH),
    (rows(select(options=[])), f"{IN_ROW}.options", LENGTH),
    (rows(select(placeholder="x" * 151)), f"{IN_ROW}.placeholder", MAX),
    (rows(select(options=[option(label="x" * 101)])), f"{IN_ROW}.options.0.label", LENGTH),
    (rows(select(options=[option(value="x" * 101)])), f"{IN_ROW}.options.0.value", LENGTH),
    (rows(select(options=[option(description="x" * 101)])), f"{IN_ROW}.options.0.description", MAX),
    (
        rows(select(options=[option(), option()])),
        f"{IN_ROW}.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (rows(select(max_values=26)), f"{IN_ROW}.max_values", "NUMBER_TYPE_MAX"),
    (rows(select(max_values=2)), f"{IN_ROW}.options", "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE"),
    (rows(select(), button()), "components.0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    (v2(text()) | {"content": "x"}, "content", LEGACY),
    (v2(text()) | {"embeds": [{"title": "x"}]}, "embeds", LEGACY),
    (v2(text("")), "components.0.content", LENGTH),
    (v2(text("x" * 2001), text("x" * 2000)), "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    (
        v2(*[{"type": 17, "components": [text()] * 20}] * 2),
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    (v2(*[text()] * 41), "components", LENGTH),
    (v2({"type": 17, "components": []}), "components.0.components", LENGTH),
    (v2({"type": 17, "components": [{"type": 17}]}), "components.0.components.0.type", CHOICE),
    (v2({"type": 9, "components": [text()]}), "components.0.accessory", REQUIRED),
    (v2({"type": 9, "components": [text()] * 4, "accessory": button()}), "components.0.components", LENGTH),
    (v2(gallery()), "components.0.items", LENGTH),
    (v2(gallery(*[PICTURE] * 11)), "components.0.items", LENGTH),
    (v2(gallery(PICTURE | {"description": "x" * 1025})), "components.0.items.0.description", MAX),
    (
        v2(gallery({"media": {"url": "attachment://no.png"}})),
        "components.0.items.0.media.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    (
        v2(gallery({"media": {"url": "file:///etc"}})),
        "components.0.items.0.media.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    (v2({**text(), "id": 7}, {**text(), "id": 7}), "components.1.id", "COMPONENT_ID_DUPLICATED"),
    (
        {"content": "x", "attachments": [{"id": 0, "filename": "a"}]},
        "attachments.0.id",
        "ATTACHMENT_NOT_FOUND",
    ),
    ({"content": "x", "allowed_mentions": {"parse": ["all"]}}, "allowed_mentions.parse.0", CHOICE),
    (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    (
        {"content": "x", "message_reference": {"message_id": "1"}},
        "message_reference",
        "MESSAGE_REFERENCE_UNKNOWN_MESSAGE",
    ),
]


@pytest.mark.parametrize(
    ("body", "path", "code"), TABLE, ids=[f"{n}-{row[1]}" for n, row in enumerate(TABLE)]
)
async def test_a_limit(sandbox: Sandbox, api: Api, body: dict[str, Any], path: str, code: str) -> None:
    channel = sandbox.channel("games")
    status, answer = await api("POST", f"/channels/{channel}/messages", body)
    assert status == 400
    assert field_errors(answer).get(path) == code, answer
    assert not sandbox.messages(channel)


ALLOWED = [
    {"content": "x" * 2000},
    {"embeds": [{"title": "x" * 256, "description": "x" * 4096}]},
    {
        "content": "x",
        "components": [{"type": 1, "components": [button(r * 5 + n) for n in range(5)]} for r in range(5)],
    },
    rows(select(options=[option(n) for n in range(25)], max_values=25, placeholder="x" * 150)),
    rows(button(custom_id="x" * 100, label="x" * 80, emoji={"name": "⌨"})),
    v2(text("x" * 4000)),
    v2(*[text()] * 40),
    v2({"type": 17, "components": [text(), gallery(*[PICTURE] * 10), {"type": 14}]}),
]


@pytest.mark.parametrize("body", ALLOWED)
async def test_the_very_limit_is_allowed(sandbox: Sandbox, api: Api, body: dict[str, Any]) -> None:
    status, answer = await api("POST", f"/channels/{sandbox.channel('games')}/messages", body)
    assert status == 200, answer


def form(payload: str, *files: bytes) -> aiohttp.FormData:
    data = aiohttp.FormData(quote_fields=False)
    data.add_field("payload_json", payload)
    for index, content in enumerate(files):
        data.add_field(
            f"files[{index}]", io.BytesIO(content), filename="a.bin", content_type="application/octet-stream"
        )
    return data


async def test_files(sandbox: Sandbox, api: Api) -> None:
    path = f"/channels/{sandbox.channel('games')}/messages"
    status, answer = await api("POST", path, data=form("{}", b"x" * (10 * 1024 * 1024 + 1)))
    assert (status, answer["code"]) == (413, 40005)
    status, answer = await api("POST", path, data=form("{}", *[b"x"] * 11))
    assert status == 400 and "files" in field_errors(answer)
    described = '{"attachments": [{"id": 0, "description": "%s"}]}' % ("x" * 1025)
    status, answer = await api("POST", path, data=form(described, b"x"))
    assert field_errors(answer) == {"attachments.0.description": MAX}
    status, answer = await api("POST", path, data=form("{}", b"one", b"two"))
    assert [attachment["size"] for attachment in answer["attachments"]] == [3, 3]
    kept = {"attachments": [{"id": answer["attachments"][1]["id"]}]}
    status, answer = await api("PATCH", f"{path}/{answer['id']}", kept)
    assert [attachment["filename"] for attachment in answer["attachments"]] == ["a.bin"]
    status, answer = await api("PATCH", f"{path}/{answer['id']}", {"attachments": []})
    assert (status, answer["code"]) == (400, 50006)
    status, answer = await api("POST", path, data=form("{nonsense", b"x"))
    assert (status, answer["code"]) == (400, 50109)


async def test_a_message_cannot_lose_components_v2(sandbox: Sandbox, api: Api) -> None:
    path = f"/channels/{sandbox.channel('games')}/messages"
    _, sent = await api("POST", path, v2(text()))
    status, answer = await api("PATCH", f"{path}/{sent['id']}", {"content": "x"})
    assert status == 400 and field_errors(answer) == {"content": LEGACY}
    _, sent = await api("POST", path, {"content": "plain"})
    status, answer = await api("PATCH", f"{path}/{sent['id']}", v2(text()))
    assert status == 400 and field_errors(answer) == {"content": LEGACY}
    status, answer = await api("PATCH", f"{path}/{sent['id']}", v2(text()) | {"content": None})
    assert status == 200 and answer["flags"] & V2


async def test_mentions_follow_allowed_mentions(sandbox: Sandbox, api: Api) -> None:
    path = f"/channels/{sandbox.channel('games')}/messages"
    alice, bob = sandbox.person("Alice"), sandbox.person("Bob")
    body = {"content": f"{alice.mention} {bob.mention}", "allowed_mentions": {"parse": [], "users": [bob.id]}}
    _, sent = await api("POST", path, body)
    assert [user["id"] for user in sent["mentions"]] == [bob.id]
    _, sent = await api("POST", path, {"content": alice.mention, "allowed_mentions": {"parse": []}})
    assert sent["mentions"] == []


async def test_an_enforced_nonce_makes_one_message(sandbox: Sandbox, api: Api) -> None:
    path = f"/channels/{sandbox.channel('games')}/messages"
    body = {"content": "x", "nonce": "42", "enforce_nonce": True}
    sent = [(await api("POST", path, body))[1]["id"] for _ in range(2)]
    sent.append((await api("POST", path, body | {"nonce": "43"}))[1]["id"])
    sent.append((await api("POST", path, body | {"enforce_nonce": False}))[1]["id"])
    sandbox.clock.advance(301)
    sent.append((await api("POST", path, body))[1]["id"])
    assert sent[0] == sent[1] and len(set(sent)) == 4
