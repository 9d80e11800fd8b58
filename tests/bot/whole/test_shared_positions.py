"""A position of a match that is over, posted for everybody: who can, where, how often."""

from __future__ import annotations

from bot.icons import Icon
from bot.match.limits import ANSWERS
from data.model.match import Match
from sandbox import Person, Reply, SeenMessage

from .test_rematch import resigned
from .test_replays import over
from .world import World, lift


async def stepped(w: World, match: Match, person: Person) -> SeenMessage:
    """The review of a match after its first move."""
    review = await person.resolved(await person.click(w.board(match), label="Review"))
    await person.click(review, label=w.says(person, "button.graph"))
    await person.click(review, label=w.says(person, "button.end-position"))
    await person.click(review, label=Icon.FIRST)
    await person.click(review, label=w.says(person, "button.step-on"))
    return review


async def shared(w: World, person: Person, review: SeenMessage) -> SeenMessage:
    """Press the review's button, and answer the question."""
    public = w.public()
    question = await person.click(review, label=w.says(person, "button.post"))
    assert question.ephemeral
    assert w.says(person, "share.sure") in question.shown.text
    assert w.public() == public
    reply: Reply = await person.click(question.shown, label=w.says(person, "button.post"))
    await w.sandbox.until(lambda: not reply.shown.loading or None)
    return reply.shown


async def test_everybody_sees_it_and_can_open_the_review_there(w: World) -> None:
    match = await over(w)
    review = await stepped(w, match, w.alice)
    message = await shared(w, w.alice, review)
    assert not message.ephemeral and "Move 1 of 12" in message.text and f"#{match.id}" in message.text
    assert message.image_bytes() == review.image_bytes() and "Move 1 of 12" in review.text
    opened = await w.minji.resolved(await w.minji.click(message, label="Review"))
    assert opened.ephemeral and "12수 중 1수째" in opened.text


async def test_the_order_of_play_is_posted_with_it(w: World) -> None:
    match = await resigned(w, w.alice, await w.opened(await w.match_of_two()))
    review = await stepped(w, match, w.alice)
    plain = await shared(w, w.alice, review)
    await w.alice.choose(review, "1.n")
    numbered = await shared(w, w.alice, review)
    assert numbered.image_bytes() == review.image_bytes() != plain.image_bytes()


async def test_a_spectator_posts_it_only_where_it_was_played(w: World) -> None:
    match = await over(w)
    assert not (await shared(w, w.minji, await stepped(w, match, w.minji))).ephemeral
    elsewhere = w.board(await w.play(w.minji, w.sandbox.channel("lounge"), level="5"))
    reply = await w.forge_press(w.minji, elsewhere, f"b:share:{match.id}:12.0:1")
    await w.sandbox.until(lambda: not reply.shown.loading or None)
    assert reply.ephemeral, "some who see that channel may not see the other one"
    assert "12수 중 1수째" in reply.shown.text, "what one person sees is in their language"


async def test_who_cannot_see_the_match_posts_nothing(w: World) -> None:
    match = await over(w)
    private = w.board(await w.play(w.minji, w.minji.dm, level="5"))
    press = f"b:share:{match.id}:12.0:1"
    await w.refused(w.minji, w.forge_press(w.minji, private, press), "board.not-visible")


async def test_a_move_that_the_match_does_not_have(w: World) -> None:
    match = await over(w)
    reply = await w.forge_press(w.alice, w.board(match), f"b:share-yes:{match.id}:12.0:99999")
    await w.sandbox.until(lambda: not reply.shown.loading or None)
    assert "Move 12 of 12" in reply.shown.text
    press = f"b:share:{match.id}:12.0:overview"
    await w.refused(w.alice, w.forge_press(w.alice, w.board(match), press), "error.unknown-button")


async def test_a_match_in_play_has_no_pictures_to_post(w: World) -> None:
    match = await w.match_of_two()
    press = f"b:share:{match.id}:{match.ply}.0:0"
    await w.refused(w.alice, w.forge_press(w.alice, w.board(match), press), "review.not-over")


async def test_not_too_many(w: World) -> None:
    lift(w.client.services.post_limits, ANSWERS.allowed)
    match = await over(w)
    review = await stepped(w, match, w.alice)
    for _ in range(ANSWERS.allowed):
        assert not (await shared(w, w.alice, review)).ephemeral
    refused = await shared(w, w.alice, review)
    assert refused.ephemeral and "per minute" in refused.text
