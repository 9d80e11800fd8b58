"""The people of a channel: how they are divided, what they press, which sentences are refusals."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bench.channel import Party
from bench.channel_messages import Messages, custom_ids
from bench.channel_people import ChannelPeople
from sandbox import Sandbox, SeenMessage
from sandbox.core import messages
from sandbox.validate.messages import EPHEMERAL
from sandbox.world.payload import Json


def test_thirty_are_divided_as_the_bench_says() -> None:
    party = Party.of(30)
    assert (party.guessers, party.racers, 1 + party.opponents) == (12, 8, 8)


@pytest.mark.parametrize("people", [8, 13, 30, 60])
def test_everybody_does_something(people: int) -> None:
    party = Party.of(people)
    assert 2 + party.guessers + party.racers + 1 + party.opponents == people
    assert min(party.guessers, party.racers, party.opponents) >= 1


def test_fewer_people_are_refused() -> None:
    with pytest.raises(ValueError, match="eight"):
        Party.of(7)


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox.running() as sandbox:
        yield sandbox


def posted(sandbox: Sandbox, text: str, *buttons: Json, reader: str | None = None) -> SeenMessage:
    """A message of the bot's in the channel of games, for everybody or for one reader."""
    channel = sandbox.state.channel(str(sandbox.channel("games")))
    row = [{"type": 1, "components": list(buttons)}] if buttons else []
    extra: Json = {"_reader": reader, "flags": EPHEMERAL} if reader is not None else {}
    body: Json = {"content": text, "components": row}
    message = messages.create(sandbox.context, channel, sandbox.state.bot_id, body, extra=extra)
    return SeenMessage(sandbox.state, channel["id"], message["id"])


def a_button(custom_id: str, *, disabled: bool = False) -> Json:
    return {"type": 2, "style": 2, "label": custom_id, "custom_id": custom_id, "disabled": disabled}


def test_enabled_buttons_that_match_can_be_pressed(sandbox: Sandbox) -> None:
    seen = posted(
        sandbox,
        "a board",
        a_button("p:guess:3.7.0.try.d3"),
        a_button("p:guess:3.7.0.show", disabled=True),
        a_button("p:watch:3.live"),
    )
    assert custom_ids(seen, r"p:guess:.*") == ["p:guess:3.7.0.try.d3"]
    assert custom_ids(seen) == ["p:guess:3.7.0.try.d3", "p:watch:3.live"]


def test_a_sentence_that_one_person_is_told_is_a_refusal(sandbox: Sandbox) -> None:
    people = ChannelPeople(sandbox, seconds=0.0)
    reader = people.organizer.id
    posted(sandbox, "This race is full.", reader=reader)
    posted(sandbox, "**Next board**: https://discord.com/channels/1/2/3", reader=reader)
    posted(sandbox, "What is the next move?", a_button("p:guess:3.7.0.show"), reader=reader)
    posted(sandbox, "The race is over.")
    assert people.refused == {"This race is full.": 1}
    people.messages.stop()
    posted(sandbox, "This race is full.", reader=reader)
    assert people.refused.total() == 1


async def test_who_waits_for_a_message_is_woken_by_its_change(sandbox: Sandbox) -> None:
    known = Messages(sandbox)
    seen = posted(sandbox, "before", a_button("p:race:1.join"))
    waiting = asyncio.create_task(known.until(lambda: "after" in seen.text, seen))
    await asyncio.sleep(0)
    messages.edit(sandbox.context, seen.raw, {"content": "after"})
    assert await waiting
    assert not await known.until(lambda: "never" in seen.text, seen, within=0.0)
