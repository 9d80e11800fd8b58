"""The opening explorer through the real client: which matches it counts for whom, and where its keys lead."""

from __future__ import annotations

from typing import Any

from bot.ui.explorer import START
from data.model.match import Match
from games.base import Move
from sandbox import Person, SeenMessage
from sandbox.world.permissions import Permission

from .test_import import upload
from .test_rematch import resigned
from .test_reviews import opened
from .world import World

PARALLEL = ("d3", "e3")
DIAGONAL = ("f5", "f6")


async def over(w: World, moves: tuple[str, ...] = PARALLEL, **options: Any) -> Match:
    """A match of Alice and Bob with these moves, which Bob has won."""
    match = await w.match_of_two(**options)
    return await resigned(w, w.alice, await w.append(match, tuple(map(Move, moves))))


async def explored(w: World, person: Person, channel: str = "", **options: object) -> SeenMessage:
    """The explorer's message for a person."""
    options.setdefault("game", "othello")
    reply = await person.command(channel or w.games, "analyze", openings=True, **options)
    assert reply.ephemeral
    return await person.resolved(reply)


async def choose(person: Person, message: SeenMessage, move: str) -> None:
    """Choose a move in the menu."""
    (menu,) = message.selects
    (value,) = (code for label, code in menu.options.items() if label.split()[-1] == move)
    await person.choose(message, value)


async def hide(w: World, channel: str, person: Person) -> None:
    w.sandbox.places.deny(channel, Permission.VIEW_CHANNEL, who=person.id)
    known = w.client.get_channel(int(channel))
    await w.sandbox.until(lambda: len(known.overwrites) if known else None)  # type: ignore[union-attr]


async def test_from_the_start_to_a_match_and_back(w: World) -> None:
    """Moves that are images of one another are one; a restart in between changes nothing."""
    await over(w)
    newest = await over(w, DIAGONAL)
    public = w.public()
    seen = await explored(w, w.minji)
    assert "오셀로 8×8 · 대국 2판" in seen.text and "A **c4** 📖 · 2 (100%) · ⚫ 0% ⚪ 100%" in seen.text
    start = seen.image_bytes()
    await choose(w.minji, seen, "c4")
    assert "대국 2판" in seen.text and "📖" in seen.text and seen.image_bytes() != start
    await w.restart()
    await choose(w.minji, seen, "c3")
    await w.sandbox.until(lambda: "대각 오프닝" in seen.text or None)
    assert "아직" in seen.text or "📖" in seen.text
    await w.minji.click(seen, label=w.says(w.minji, "button.matches"))
    assert f"#{newest.id}" in seen.text and f"<@{w.bob.id}>" in seen.text
    assert f"#{newest.id - 1}" not in seen.text
    await w.minji.click(seen, label="돌아가기")
    assert "대각 오프닝" in seen.text
    await w.minji.click(seen, label="뒤로")
    await w.minji.choose(seen, START)
    assert seen.image_bytes() == start
    await choose(w.minji, seen, "c4")
    await choose(w.minji, seen, "c3")
    await w.minji.click(seen, label=w.says(w.minji, "button.matches"))
    review = await w.minji.resolved(await w.minji.click(seen, label="복기"))
    assert f"#{newest.id}" in review.text and review.images
    assert w.public() == public


async def test_in_direct_messages_there_are_ones_own_matches(w: World) -> None:
    await over(w)
    assert "1 match" in (await explored(w, w.alice, w.alice.dm)).text
    assert "대국 0판" in (await explored(w, w.minji, w.minji.dm)).text


async def test_another_server_has_others(w: World) -> None:
    await over(w)
    assert "대국 0판" in (await explored(w, w.minji, w.korean)).text


async def test_matches_in_a_hidden_channel_are_not_counted(w: World) -> None:
    lounge = w.sandbox.channel("lounge")
    await over(w)
    secret = await over(w, DIAGONAL, channel=lounge)
    await hide(w, lounge, w.minji)
    seen = await explored(w, w.minji)
    assert "대국 1판" in seen.text
    await choose(w.minji, seen, "c4")
    assert "c3** · 1" not in seen.text and "c3** 📖" in seen.text
    await choose(w.minji, seen, "c3")
    await w.minji.click(seen, label=w.says(w.minji, "button.matches"))
    assert f"#{secret.id}" not in seen.text and "볼 수 있는 대국이 없습니다" in seen.text
    assert "2 matches" in (await explored(w, w.bob)).text


async def test_imported_matches_are_counted_and_can_be_erased(w: World) -> None:
    await upload(w, w.alice, b"f5d6c3\nf5f6\nf5d6c3d3c4f4f6f3e6\n", "games.txt")
    seen = await explored(w, w.bob)
    assert "3 matches" in seen.text
    panel = await w.alice.command(w.alice.dm, "privacy")
    await w.alice.click(panel.shown, label="Erase…")
    await w.alice.click(panel.shown, label="Erase everything")
    await w.sandbox.until(lambda: w.says(w.alice, "privacy.erased") in panel.shown.text or None)
    await choose(w.bob, seen, "c4")
    await w.bob.click(seen, label="Back")
    assert "0 matches" in seen.text


async def test_an_erased_person_is_named_nowhere(w: World) -> None:
    await over(w)
    panel = await w.alice.command(w.alice.dm, "privacy")
    await w.alice.click(panel.shown, label="Erase…")
    await w.alice.click(panel.shown, label="Erase everything")
    await w.sandbox.until(lambda: w.says(w.alice, "privacy.erased") in panel.shown.text or None)
    seen = await explored(w, w.bob)
    await choose(w.bob, seen, "c4")
    await w.bob.click(seen, label="Matches")
    assert f"<@{w.alice.id}>" not in seen.text and "Deleted user" in seen.text.replace(
        "\N{NO-BREAK SPACE}", " "
    )


async def test_variants_are_offered_once_for_the_same_openings(w: World) -> None:
    offered = await w.alice.autocomplete(w.games, "analyze", "variant", "", game="go", openings=True)
    values = [choice["value"] for choice in offered.choices]
    assert "9x9-korean" in values and "9x9-chinese" not in values
    assert offered.choices[0]["name"] == "9×9"
    offered = await w.minji.autocomplete(w.games, "analyze", "variant", "렌주", game="gomoku", openings=True)
    assert [choice["value"] for choice in offered.choices] == ["renju-15"]
    seen = await explored(w, w.alice, game="go", variant="19x19-chinese-h4")
    assert "Go 19×19 · " in seen.text and "Korean" not in seen.text
    refused = w.alice.command(w.games, "analyze", openings=True, game="othello", variant="7x7")
    await w.refused(w.alice, refused, "rule.unknown-variant", game="Othello", variant="7x7")


async def test_the_explorer_of_a_review_names_the_matchs_own_move(w: World) -> None:
    match = await over(w)
    review = await opened(w, await w.shown(match), w.alice)
    await w.alice.click(review, label="Graph")
    await w.alice.click(review, label="Explore")
    await w.sandbox.until(lambda: "Matches" in {button.label for button in review.buttons})
    await w.alice.choose(review, START)
    await w.sandbox.until(lambda: "A **d3**" in review.text or None)
    assert "c4" not in review.text
