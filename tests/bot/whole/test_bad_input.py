"""Bad input of every kind: a sentence for that person alone, in their language, and nothing changed."""

from __future__ import annotations

from collections.abc import Awaitable

import pytest

from ai import strengths
from ai.base import levels
from bot.texts import texts
from bot.ui.level_names import level_name
from data.model.match import Match
from sandbox import Reply
from sandbox.world.permissions import Permission

from .openings import WHITE_PASSES
from .world import FakePlayer, World

# What is typed, and the sentence it gets (with what it says back, where that is not what was typed).
MALFORMED = [
    "a0",
    "hello",
    "**d3**",
    "@everyone",
    "<@1>",
    "https://x.y/",
    "🎲",
    "d3; DROP TABLE",
    "٣d",
    "'",
    "\\",
    "{text}",
    "%s",
    "0",
    "--x",
    "가3",
    "a\u200b1",
    "\u202ed3",
]
GARBAGE = [
    "garbage",
    "b:foo:1:0.0",
    "b:move",
    "b:move:1",
    "b:move:x:0.0",
    "b:move:1:0",
    "b:move:-1:0.0:d3",
    " ",
    "b:move:1:99999999999.0:d3",
    "b:move:99999999999999999999999:0.0:d3",
    "c:move:1:0.0:d3",
    "판",
    "::::",
    "b:move:1:0.0:" + "x" * 87,
    "B:MOVE:1:0.0:d3",
    "b:move:1:0.0:d3\n",
    "b:__init__:1:0.0",
]
ILLEGAL = {
    "a1": ("rule.no-flips", {"move": "a1"}),
    "d4": ("rule.occupied", {"move": "d4"}),
    "z9": ("rule.off-board", {"move": "z9", "corner": "h8"}),
    "pass": ("rule.pass-with-moves", {}),
}


@pytest.fixture
async def match(w: World) -> Match:
    """Alice is Black against the computer and is to move."""
    return await w.play()


async def test_illegal_moves(w: World) -> None:
    for person in ("Alice", "민지"):
        someone = w.sandbox.person(person)
        match = await w.play(someone)
        for text, (key, arguments) in ILLEGAL.items():
            await w.refused(someone, someone.command(w.games, "move", move=text), key, **arguments)
        opened = await w.open_form(someone, match)
        (field,) = opened.form.fields
        for text, (key, arguments) in ILLEGAL.items():
            await w.refused(someone, someone.submit(opened.form, {field: text}), key, **arguments)


async def test_malformed_moves(w: World, match: Match) -> None:
    for text in MALFORMED:
        action = w.alice.command(w.games, "move", move=text)
        await w.refused(w.alice, action, "rule.notation", text=text.strip())
        message = w.ephemerals(w.alice)[-1]
        assert not message.raw["mentions"] and not message.raw["mention_everyone"]
        assert "@everyone" not in message.text


async def test_very_long_moves(w: World, match: Match) -> None:
    long = "d3" * 1500
    action = w.forge_command(w.alice, w.games, "move", move=long)
    await w.refused(w.alice, action, "rule.notation", text=long[:40])
    action = w.forge_modal(w.alice, w.games, f"m:move:{match.id}:0.0", long)
    await w.refused(w.alice, action, "rule.notation", text=long[:40])


async def test_a_blank_move(w: World, match: Match) -> None:
    await w.refused(w.alice, w.alice.command(w.games, "move", move="  "), "rule.notation", text="")
    await w.refused(w.alice, w.forge_modal(w.alice, w.games, f"m:move:{match.id}:0.0", ""), "modal.nothing")


async def test_a_position_that_waits_for_a_pass(w: World) -> None:
    """No such position is stored by the bot itself, but it would be played on."""
    before, passing = WHITE_PASSES
    match = await w.append(await w.match_of_two(), (*before, passing))
    action = w.forge_press(w.bob, w.board(match), f"b:move:{match.id}:{match.ply}.0:a1")
    await w.refused(w.bob, action, "rule.must-pass")
    await w.bob.click(w.board(match), label="pass")
    assert (await w.shown(match)).ply == len(before) + 2


async def test_not_your_turn(w: World, match: Match, player: FakePlayer) -> None:
    player.ready.clear()
    await w.alice.click(w.board(match), label="d3")
    match = await w.shown(match)
    await w.refused(w.alice, w.alice.command(w.games, "move", move="d6"), "match.not-your-turn")
    for custom_id in (f"b:move:{match.id}:1.0:d6", f"b:type:{match.id}:1.0", f"b:hint:{match.id}:1.0"):
        action = w.forge_press(w.alice, w.board(match), custom_id)
        await w.refused(w.alice, action, "match.not-your-turn")


async def test_not_your_match(w: World, match: Match) -> None:
    for person in (w.bob, w.minji):
        for path, options in (("move", {"move": "d3"}), ("board", {"action": "draw"}), ("resign", {})):
            action = person.command(w.games, path, match=match.id, **options)
            await w.refused(person, action, "match.not-seated")
        for button in w.board(match).buttons:
            press = button.custom_id or ""
            action = (
                w.forge_press(person, w.board(match), press)
                if button.disabled
                else person.click(w.board(match), custom_id=press)
            )
            await w.refused(person, action, "match.not-seated")
        action = w.forge_modal(person, w.games, f"m:move:{match.id}:0.0", "d3")
        await w.refused(person, action, "match.not-seated")


async def test_no_match_at_all(w: World) -> None:
    for path, options in (("move", {"move": "d3"}), ("board", {}), ("resign", {})):
        await w.refused(w.minji, w.minji.command(w.korean, path, **options), "match.none-active")


async def test_a_match_that_is_over(w: World, match: Match) -> None:
    opened = await w.open_form(w.alice, match)
    move = w.board(match).button("d3").custom_id or ""
    question = await w.alice.click(w.board(match), label="Abort")
    await w.alice.click(question.shown, label="Abort")
    match = await w.shown(match)
    await w.refused(w.alice, w.alice.submit(opened.form, {"Move": "d3"}), "match.over")
    await w.refused(w.alice, w.forge_press(w.alice, w.board(match), move), "match.over")
    for path, options in (("move", {"move": "d3"}), ("resign", {})):
        await w.refused(w.alice, w.alice.command(w.games, path, match=match.id, **options), "match.over")
    for verb in ("hint", "undo", "resign", "abort", "abort-yes", "type", "undo-yes", "draw", "draw-yes"):
        action = w.forge_press(w.alice, w.board(match), f"b:{verb}:{match.id}:0.0")
        await w.refused(w.alice, action, "match.over")


async def silent(w: World, action: Awaitable[Reply]) -> None:
    """A tap for a move on an older board: the board is the answer, and nothing changes."""
    before = w.ephemerals(w.alice)
    with w.unchanged():
        assert (await action).kind == "update"
    assert w.ephemerals(w.alice) == before


async def test_an_old_boards_button_is_answered_with_the_present_board(w: World, match: Match) -> None:
    old = [one.custom_id or "" for one in w.board(match).buttons]
    opened = await w.open_form(w.alice, match)
    await w.alice.click(w.board(match), label="d3")
    match = await w.answered(match)
    for custom_id in old:
        action = w.forge_press(w.alice, w.board(match), custom_id)
        if custom_id.split(":")[1] in ("move", "look"):
            await silent(w, action)
        else:
            await w.refused(w.alice, action, "match.outdated")
    await w.refused(w.alice, w.alice.submit(opened.form, {"Move": "c4"}), "match.outdated")


async def test_a_press_that_the_board_has_no_more(w: World, match: Match) -> None:
    """The board changed between the finger and the bot."""
    await w.alice.click(w.board(match), label="d3")
    match = await w.answered(match)
    for custom_id, values in (
        ("b:move:1:0.0:c4", None),
        ("s:move:1:0.0:1", ["c4"]),
        ("s:move:1:0.0:1", None),
    ):
        await silent(w, w.forge_press(w.alice, w.board(match), custom_id, values, on_message=False))


@pytest.mark.parametrize("who", ["Alice", "민지"])
async def test_opponents_who_cannot_play(w: World, who: str) -> None:
    person = w.sandbox.person(who)
    stranger = w.sandbox.add_person("Stranger", everywhere=False)
    left = w.sandbox.add_person("Gone")
    w.sandbox.places.remove_member(w.guild_of(w.games), left.id)
    other_bot = w.add_bot("Tally")

    def challenge(opponent: object, **options: object) -> Awaitable[Reply]:
        return person.command(w.games, "play othello", opponent=opponent, **options)

    await w.refused(person, challenge(person), "play.yourself")
    await w.refused(person, challenge(w.sandbox.state.bot_id), "play.this-bot")
    await w.refused(person, challenge(other_bot), "play.a-bot")
    await w.refused(person, challenge(stranger), "play.not-here")
    await w.refused(person, challenge(left), "play.not-here")
    await w.refused(person, challenge(w.bob, level="3"), "play.level-with-person")
    await w.refused(person, challenge(w.bob, open=True), "play.open-with-person")
    anyone = person.command(w.games, "play othello", open=True, level="3")
    await w.refused(person, anyone, "play.level-with-person")
    for options in ({"opponent": w.bob}, {"open": True}):
        action = person.command(person.dm, "play othello", **options)
        await w.refused(person, action, "play.person-in-dm")


async def test_options_out_of_range(w: World) -> None:
    for option, value in (("variant", "7x7"), ("variant", "x" * 6000), ("side", "@here")):
        action = w.forge_command(w.alice, w.games, "play othello", **{option: value})
        await w.refused(w.alice, action, "error.option", text=value[:40])
    known = ", ".join(level_name("othello", level, texts("en")) for level in levels("othello"))
    playable = strengths.playable("othello")
    ends = {"lowest": playable[0], "highest": playable[-1]}
    for level in ("9", str(playable[0] - 1), "x" * 6000):
        action = w.forge_command(w.alice, w.games, "play othello", level=level)
        await w.refused(w.alice, action, "play.unknown-level", level=level[:40], known=known, **ends)


async def test_unknown_matches(w: World, match: Match) -> None:
    for number in (0, -1, 999, 2**31, 2**53, 2**63, 10**30):
        for path, options in (("move", {"move": "d3"}), ("board", {}), ("resign", {})):
            action = w.forge_command(w.alice, w.games, path, match=number, **options)
            await w.refused(w.alice, action, "error.unknown-match")


async def test_presses_of_unknown_matches(w: World, match: Match) -> None:
    for number in ("999999", "0", "999999999999999"):
        action = w.forge_press(w.alice, w.board(match), f"b:move:{number}:0.0:d3")
        await w.refused(w.alice, action, "error.unknown-match")
    await w.refused(
        w.alice, w.forge_modal(w.alice, w.games, "m:move:999999:0.0", "d3"), "error.unknown-match"
    )


async def test_garbage_on_buttons(w: World, match: Match) -> None:
    for custom_id in GARBAGE:
        await w.refused(w.minji, w.forge_press(w.minji, w.board(match), custom_id), "error.unknown-button")
        action = w.forge_press(w.minji, w.board(match), custom_id.replace("b:", "s:"), ["x"])
        await w.refused(w.minji, action, "error.unknown-button")
        action = w.forge_modal(w.minji, w.korean, custom_id.replace("b:", "m:"), "d3")
        await w.refused(w.minji, action, "error.unknown-button")


async def test_garbage_in_a_true_frame(w: World, match: Match) -> None:
    """Known verbs with a wrong move or without any."""
    board = w.board(match)
    await w.refused(w.alice, w.forge_press(w.alice, board, "b:move:1:0.0"), "modal.nothing")
    await w.refused(
        w.alice, w.forge_press(w.alice, board, "b:move:1:0.0:@here"), "rule.notation", text="@here"
    )
    for value in ("@here", "x" * 100):
        action = w.forge_press(w.alice, board, "s:move:1:0.0:0", [value])
        await w.refused(w.alice, action, "rule.notation", text=value[:40])


@pytest.mark.parametrize(
    ("denied", "key"),
    [
        (Permission.SEND_MESSAGES, "play.cannot-send"),
        (Permission.VIEW_CHANNEL, "play.cannot-send"),
        (Permission.ATTACH_FILES, "play.cannot-attach"),
    ],
)
async def test_channels_where_no_board_may_be(w: World, denied: Permission, key: str) -> None:
    match = await w.play(w.alice, w.sandbox.channel("lounge"))
    w.sandbox.places.deny(w.games, denied)
    await w.sandbox.until(lambda: not w.bot_may(w.games, denied) or None)
    for person in (w.alice, w.minji):
        await w.refused(person, person.command(w.games, "play othello"), key)
        await w.refused(person, person.command(w.games, "play othello", opponent=w.bob), key)
    await w.refused(w.alice, w.alice.command(w.games, "board", match=match.id), key)


async def test_settings_without_the_permission_by_force(w: World) -> None:
    action = w.forge_command(w.bob, w.games, "settings", theme="dark")
    await w.refused(w.bob, action, "error.missing-permissions")
    await w.refused(
        w.alice,
        w.forge_command(w.alice, w.games, "settings", theme="pink"),
        "error.option",
        text="pink",
    )
