"""Every documented limit of a command: 50035 at the right path; and commands as Discord stores them."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox import Sandbox

from .conftest import Api, field_errors

LENGTH, REQUIRED, CHOICE = "BASE_TYPE_BAD_LENGTH", "BASE_TYPE_REQUIRED", "BASE_TYPE_CHOICES"
NAME = "APPLICATION_COMMAND_INVALID_NAME"


def command(*options: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"name": "play", "description": "Play", "options": list(options)} | changes


def option(name: str = "level", **changes: Any) -> dict[str, Any]:
    return {"type": 3, "name": name, "description": "x"} | changes


def choice(number: int = 0, **changes: Any) -> dict[str, Any]:
    return {"name": f"c{number}", "value": f"v{number}"} | changes


TABLE = [
    (command(name="Play"), "name", NAME),
    (command(name="play it"), "name", NAME),
    (command(name="x" * 33), "name", LENGTH),
    (command(description=""), "description", LENGTH),
    (command(description="x" * 101), "description", LENGTH),
    (command(name_localizations={"ko": "두 기"}), "name_localizations.ko", NAME),
    (command(name_localizations={"kr": "두기"}), "name_localizations", "LOCALE_INVALID"),
    (command(description_localizations={"ko": "x" * 101}), "description_localizations.ko", LENGTH),
    (command(*[option(f"o{n}") for n in range(26)]), "options", LENGTH),
    (command(option("Bad")), "options.0.name", NAME),
    (command(option(), option()), "options.1.name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_USED"),
    (
        command(option("a"), option("b", required=True)),
        "options.1.required",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    (command(option(choices=[choice(n) for n in range(26)])), "options.0.choices", LENGTH),
    (command(option(choices=[choice(name="x" * 101)])), "options.0.choices.0.name", LENGTH),
    (command(option(choices=[choice(value="x" * 101)])), "options.0.choices.0.value", LENGTH),
    (
        command(option(choices=[choice(name_localizations={"ko": ""})])),
        "options.0.choices.0.name_localizations.ko",
        LENGTH,
    ),
    (
        command(option(choices=[choice()], autocomplete=True)),
        "options.0.autocomplete",
        "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_CHOICES",
    ),
    (command(option(type=1), option("x")), "options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
    (command(option(type=1, options=[option(type=1)])), "options.0.options.0.type", CHOICE),
    (command(contexts=[7]), "contexts.0", CHOICE),
    (command(default_member_permissions="lots"), "default_member_permissions", "PERMISSIONS_TYPE_CONVERT"),
    (command(type=2), "description", "BASE_TYPE_MAX_LENGTH"),
    (
        command(
            *[option(f"o{n}", choices=[choice(c, name=f"{c:0>100}") for c in range(25)]) for n in range(4)]
        ),
        "",
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
]


@pytest.mark.parametrize(
    ("body", "path", "code"), TABLE, ids=[f"{n}-{row[1]}" for n, row in enumerate(TABLE)]
)
async def test_a_limit(sandbox: Sandbox, api: Api, body: dict[str, Any], path: str, code: str) -> None:
    url = f"/applications/{sandbox.state.bot_id}/commands"
    status, answer = await api("POST", url, body)
    assert status == 400 and field_errors(answer).get(path) == code, answer
    status, answer = await api("PUT", url, [body])
    assert status == 400 and field_errors(answer).get(f"0.{path}".rstrip(".")) == code, answer
    assert (await api("GET", url))[1] == []


async def test_names_of_all_scripts_are_names(sandbox: Sandbox, api: Api) -> None:
    url = f"/applications/{sandbox.state.bot_id}/commands"
    for name in ("두기", "hare-and-hounds", "十二", "เล่น", "खेल", "o'clock", "a_1"):
        status, answer = await api("POST", url, command(name=name))
        assert status == 200, answer


async def test_duplicates_and_overwriting(sandbox: Sandbox, api: Api) -> None:
    url = f"/applications/{sandbox.state.bot_id}/commands"
    status, answer = await api("PUT", url, [command(), command()])
    assert field_errors(answer) == {"1.name": "APPLICATION_COMMANDS_DUPLICATE_NAME"}
    _, first = await api("PUT", url, [command(), command(name="other")])
    _, second = await api("PUT", url, [command(description="Changed")])
    assert second[0]["id"] == first[0]["id"] and second[0]["version"] != first[0]["version"]
    _, listed = await api("GET", url)
    assert [stored["description"] for stored in listed] == ["Changed"]
    status, answer = await api("PATCH", f"{url}/{second[0]['id']}", {"description": "Again"})
    assert (status, answer["name"], answer["description"]) == (200, "play", "Again")
    assert (await api("DELETE", f"{url}/{second[0]['id']}"))[0] == 204
    status, answer = await api("GET", f"{url}/{second[0]['id']}")
    assert (status, answer["code"]) == (404, 10063)
    assert (await api("PUT", "/applications/1/commands", []))[1]["code"] == 10002
    status, answer = await api("PUT", url, [command(name=f"c{n}") for n in range(101)])
    assert answer["code"] == 30032


async def test_the_entry_point_of_an_activity_stays_in_the_list(sandbox: Sandbox, api: Api) -> None:
    """Discord makes it for an app with "Enable Activities", and refuses a list without it."""
    url = f"/applications/{sandbox.state.bot_id}/commands"
    _, entry_point = await api("POST", url, {"type": 4, "name": "launch", "handler": 2})
    assert (entry_point["type"], entry_point["handler"]) == (4, 2)
    status, answer = await api("PUT", url, [command()])
    assert (status, answer["code"]) == (400, 50240)
    status, made = await api("PUT", url, [command(), entry_point])
    assert [stored["name"] for stored in made] == ["play", "launch"]
    assert made[1]["id"] == entry_point["id"]


async def test_a_guilds_own_commands(sandbox: Sandbox, api: Api) -> None:
    guild = next(
        candidate for candidate in sandbox.state.guilds.values() if candidate["name"] == "Board Game Club"
    )
    url = f"/applications/{sandbox.state.bot_id}/guilds/{guild['id']}/commands"
    _, made = await api("PUT", url, [command()])
    assert made[0]["guild_id"] == guild["id"]
    hello = sandbox.sockets.hello(sandbox.person("Alice").id)
    assert [stored["name"] for stored in hello["commands"][guild["id"]]] == ["play"]
    assert hello["commands"]["global"] == []
