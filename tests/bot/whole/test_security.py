"""Only the players of a match act on it, whatever is pressed; and no text mentions anybody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.presenters.board_scene import BoardScene
from bot.presenters.keypad import Action
from bot.presenters.registry import PRESENTERS
from bot.texts import texts
from bot.ui.custom_ids import Press, Verb
from data.model.match import Match
from games import GAMES
from sandbox import Person
from tests.variants import sample

from .world import World

NOT_MINE = {
    **dict.fromkeys(
        (
            "move",
            "look",
            "type",
            "hint",
            "undo",
            "undo-yes",
            "undo-no",
            "resign",
            "resign-yes",
            "rematch",
            "show",
        ),
        "match.not-seated",
    ),
    **dict.fromkeys(("accept", "decline"), "challenge.taken"),
    "cancel": "challenge.not-yours",
}
MANY = 8  # moves; more of them are pressed no differently
NASTY = ("@everyone", "@here <@1> <@&2>", "**bold** `x` [a](https://b.c)", "# big\n> quote")


def presses(w: World, match: Match) -> Iterator[Press]:
    """Everything that can be pressed in a match: its board's keys, and each verb there is."""
    presenter, selections, moves = PRESENTERS[match.game], [""], 0
    for selection in selections:  # grows in the loop
        for key in presenter.keypad(BoardScene.of(match).viewpoint(selection), texts("en")).buttons:
            selects = key.action is Action.SELECT
            if selects and key.argument not in selections and len(selections) < 4:
                selections.append(key.argument)
            moves += not selects
            if selects or moves <= MANY:
                yield Press(_VERBS[key.action], match.id, match.position_id, key.argument)
    for verb in w.client.presses.handlers:
        yield Press(verb, match.id, match.position_id, "a1" if verb in (Verb.MOVE, Verb.SELECT) else "")


_VERBS = {
    Action.MOVE: Verb.MOVE,
    Action.SELECT: Verb.SELECT,
    Action.TYPE: Verb.TYPE,
    Action.MORE: Verb.MORE,
}


def forms(presses: Iterator[Press]) -> Iterator[tuple[str, list[str] | None, str]]:
    """Each press as a button's custom_id and, chosen in a menu of moves or keys, as a select's."""
    for press in dict.fromkeys(presses):
        yield press.custom_id("b"), None, press.verb
        pick = Press(Verb.PICK, press.match_id, press.position_id, "0").custom_id("s")
        yield pick, [f"{press.verb}:{press.argument}"], press.verb


async def changes_nothing(w: World, person: Person, on: Match, match: Match) -> None:
    """Every press there is in ``match``, by one who does not sit in it, on the board of ``on``."""
    boards = [w.board(one).raw["components"] for one in (on, match)]
    may_look = on is match and ":part-" in str(boards)  # at a part of a large board, from its own message
    for custom_id, values, verb in forms(presses(w, match)):
        if verb in NOT_MINE and not (may_look and verb == Verb.SELECT):
            action = w.forge_press(person, w.board(on), custom_id, values, on_message=True)
            await w.refused(person, action, NOT_MINE[verb])
        else:
            before = w.rows(), w.public()
            action = w.forge_press(person, w.board(on), custom_id, values, on_message=True)
            await w.reads(person, action)
            assert (w.rows(), w.public()) == before, custom_id
        assert [w.board(one).raw["components"] for one in (on, match)] == boards, custom_id


@pytest.mark.parametrize(("slug", "presser"), sample([*GAMES], ["a stranger", "a player of another match"]))
async def test_people_who_do_not_play_press_everything(w: World, slug: str, presser: str) -> None:
    """A stranger on the board itself, and a player of another match on theirs."""
    match = await w.match_of_two(w.bob, w.junho, game=slug)
    if presser == "a stranger":
        await changes_nothing(w, w.minji, match, match)
    else:
        mine = await w.play(w.alice, game=slug)
        await changes_nothing(w, w.alice, mine, match)


async def test_a_strangers_press_shows_no_match_of_another_place(w: World) -> None:
    """Reviews are for people who can see the board, not for those who guess its id."""
    secret = await w.play(w.alice, w.alice.dm, game="gomoku")
    board = w.board(await w.play(w.minji))
    action = w.forge_press(w.minji, board, Press(Verb.REVIEW, secret.id, secret.position_id).custom_id("b"))
    await w.refused(w.minji, action, "board.not-visible")


async def test_the_board_is_never_replaced_by_the_confirmation(w: World) -> None:
    for verb in map(Verb, ("resign-yes", "resign-no")):
        match = await w.match_of_two()
        press = Press(verb, match.id, match.position_id)
        await w.reads(w.alice, w.forge_press(w.alice, w.board(match), press.custom_id("b")))
        match = await w.shown(match)
        assert match.state == ("over" if verb == "resign-yes" else "playing")


async def test_names_mention_nobody(w: World) -> None:
    """Only the challenged is mentioned, once, and every name is escaped."""
    await w.alice.command(w.games, "settings", threads=True)
    for challenges, name in enumerate(NASTY, 1):
        one = w.sandbox.add_person(name)
        match = await w.match_of_two(one, w.bob)
        await w.until(match, lambda now: now.home.thread_id)
        for person in (one, w.bob):
            for path in ("matches", "board", "help"):
                await person.command(w.games, path)
        every = [m for channel in w.sandbox.state.messages for m in w.sandbox.messages(channel)]
        assert not any(m.raw["mention_everyone"] or m.raw["mention_roles"] for m in every)
        assert sum(len(m.raw["mentions"]) for m in every) <= challenges
        assert not any(name in m.text for m in every)


async def test_texts_mention_nobody(w: World) -> None:
    """Whatever is written as a move: in the command, the form and a reply."""
    for text in NASTY:
        match = await w.play()
        with w.unchanged():
            opened = await w.open_form(w.alice, match)
            (field,) = opened.form.fields
            heard = [
                await w.reads(w.alice, w.alice.command(w.games, "move", move=text[:20])),
                await w.reads(w.alice, w.alice.submit(opened.form, {field: text[:20]})),
            ]
            w.alice.say(w.games, text, reply_to=w.board(match))
            await w.alice.command(w.games, "matches")
        assert not any("@everyone" in one or "@here" in one or "<@" in one for one in heard)
        ours = [m for m in w.sandbox.messages(w.games) if m.raw["author"]["id"] == w.sandbox.state.bot_id]
        assert not any(m.raw["mention_everyone"] or m.raw["mention_roles"] for m in ours)
        assert not any(text in m.text for m in ours)
