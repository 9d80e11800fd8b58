"""The animation of a match that is over: who can post it, who sees it."""

from __future__ import annotations

import io

from PIL import Image

from data.model.match import Match
from sandbox import Person, Reply
from sandbox.testing.message import SeenMessage
from tests.bot.stories import HARE_ESCAPES

from .world import World


async def over(w: World) -> Match:
    """A match of Alice and Bob that the hare has won."""
    match = await w.match_of_two(game="hare_and_hounds")
    return await w.shown(await w.append(match, HARE_ESCAPES))


async def animated(w: World, match: Match, reply: Reply) -> tuple[SeenMessage, Image.Image]:
    """The message with the animation of a whole match."""
    await w.sandbox.until(lambda: not reply.shown.loading or None)
    (content,) = w.attached(reply.shown).values()
    image = Image.open(io.BytesIO(content))
    assert image.n_frames == match.ply + 1  # type: ignore[attr-defined]
    return reply.shown, image


async def press(w: World, match: Match, person: Person) -> Reply:
    """Press the board's button, which shows the animation to the person, and post it after the question."""
    public = w.public()
    seen, _ = await animated(
        w, match, await person.click(w.board(match), label=w.says(person, "button.replay"))
    )
    return await posted(w, seen, person, public)


async def posted(w: World, seen: SeenMessage, person: Person, public: object) -> Reply:
    """Press the button of an animation that only the person sees, and answer the question."""
    assert seen.ephemeral
    question = await person.click(seen, label=w.says(person, "button.post"))
    assert question.ephemeral
    assert w.says(person, "replay.sure") in question.shown.text
    assert w.public() == public
    return await person.click(question.shown, label=w.says(person, "button.post"))


async def test_everybody_sees_what_a_player_posts(w: World) -> None:
    match = await over(w)
    message, image = await animated(w, match, await press(w, match, w.alice))
    assert image.format == "WEBP" and not message.ephemeral
    assert f"#{match.id}" in message.text
    assert [one for one in w.sandbox.messages(w.games) if not one.ephemeral][-1].id == message.id
    assert w.says(w.alice, "button.post") not in {button.label for button in message.buttons}


async def test_the_last_match_as_a_gif_elsewhere(w: World) -> None:
    match = await over(w)
    reply = await w.bob.command(w.bob.dm, "record export", format="gif")
    seen, image = await animated(w, match, reply)
    assert image.format == "GIF" and seen.ephemeral
    message, image = await animated(w, match, await posted(w, seen, w.bob, w.public()))
    assert image.format == "GIF" and not message.ephemeral


async def test_a_spectator_posts_it_only_where_it_was_played(w: World) -> None:
    match = await over(w)
    shown = {"format": "webp", "match": str(match.id)}
    here, _ = await animated(w, match, await w.minji.command(w.games, "record export", **shown))
    assert not (await posted(w, here, w.minji, w.public())).ephemeral
    reply = await w.minji.command(w.sandbox.channel("lounge"), "record export", **shown)
    elsewhere, _ = await animated(w, match, reply)
    assert elsewhere.ephemeral and not elsewhere.buttons, "some there may not see the match's channel"


async def test_what_has_no_replay(w: World) -> None:
    match = await w.match_of_two()
    refused = await w.alice.command(w.games, "record export", format="webp", match=str(match.id))
    assert w.says(w.alice, "replay.not-over") == refused.text
    none = await w.minji.command(w.games, "record export", format="webp")
    assert w.says(w.minji, "match.none-over") == none.text


async def test_not_too_many(w: World) -> None:
    match = await over(w)
    for _ in range(3):
        await animated(w, match, await w.alice.click(w.board(match), label="Replay"))
    refused = await w.alice.click(w.board(match), label="Replay")
    assert refused.ephemeral and "per minute" in refused.text
    assert not (await press(w, match, w.bob)).ephemeral
