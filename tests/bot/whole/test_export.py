"""``/export``: who gets which matches, in which files, with which names."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ai.analysis import Line, Verdict
from bot.match.analyses import Analyses
from bot.records.reading import read
from data.model.match import Match
from games import replay
from games.base import Move, Record
from sandbox import Person, Reply
from sandbox.testing.message import SeenMessage

from .world import FakePlayer, World


async def resigned(w: World, loser: Person, match: Match) -> Match:
    """The match after a person has resigned it."""
    question = await loser.command(str(match.home.channel_id), "resign", match=match.id)
    now = await w.now(match)
    press = f"b:resign-yes:{match.id}:{now.ply}.{now.takebacks}"
    await loser.click(question.shown, custom_id=press)
    return await w.until(match, lambda one: one.state == "over")


async def of_two(w: World, **options: Any) -> Match:
    """A match of Alice and Bob that Alice has resigned."""
    return await resigned(w, w.alice, await w.opened(await w.match_of_two(**options)))


async def hunted(w: World) -> Match:
    """A match of Hare and Hounds of Alice and Bob, after a move of each."""
    match = await w.match_of_two(game="hare_and_hounds")
    return await w.append(match, (Move("a2-a3"), Move("b5-a4")))


async def files(w: World, reply: Reply) -> dict[str, str]:
    """The files of an answer, which only the person sees."""
    message = await loaded(w, reply)
    return {name: content.decode() for name, content in w.attached(message).items()}


async def loaded(w: World, reply: Reply) -> SeenMessage:
    assert reply.ephemeral
    await w.sandbox.until(lambda: not reply.shown.loading or None)
    return reply.shown


async def test_the_last_match_is_exported_with_names(w: World) -> None:
    match = await of_two(w)
    reply = await w.alice.command(w.games, "record export")
    found = await files(w, reply)
    assert list(found) == [f"daeguk-{match.id}.sgf"]
    (text,) = found.values()
    assert "GM[2]" in text and "PB[Alice]PL[B]PW[Bob]RE[W+R]" in text and ";B[dc];W[ce])" in text
    assert f"GN[Daeguk #{match.id}]" in text
    (game,) = read(text.encode()).games
    assert game.game is not None and game.game.record == (await w.now(match)).record
    assert w.says(w.alice, "export.done", n=1) == (await loaded(w, reply)).text


async def test_the_computer_is_named_by_its_level(w: World) -> None:
    match = await resigned(w, w.minji, await w.opened(await w.play(w.minji, w.korean, level="5")))
    (text,) = (await files(w, await w.minji.command(w.korean, "record export", match=str(match.id)))).values()
    assert "PB[민지]" in text and "PW[Daeguk 5단계]" in text


async def test_an_erased_person_has_no_name(w: World) -> None:
    match = await of_two(w)
    panel = await w.alice.command(w.alice.dm, "privacy")
    await w.alice.click(panel.shown, label="Erase…")
    await w.alice.click(panel.shown, label="Erase everything")
    await w.until(match, lambda one: one.first_id == 0)
    (text,) = (await files(w, await w.bob.command(w.games, "record export"))).values()
    assert "PW[Bob]" in text and "PB[" not in text and "Alice" not in text


async def test_several_matches_are_one_file_for_each_format(w: World) -> None:
    first, second = await of_two(w), await of_two(w)
    hares = await resigned(w, w.alice, await hunted(w))
    everything = await files(w, await w.alice.command(w.games, "record export", last=5))
    assert list(everything) == [f"daeguk-{first.id}-{second.id}.sgf", f"daeguk-{hares.id}.txt"]
    games = read(everything[f"daeguk-{first.id}-{second.id}.sgf"].encode()).games
    assert [one.game.title for one in games if one.game] == [f"Daeguk #{first.id}", f"Daeguk #{second.id}"]
    assert '[Game "hare_and_hounds"]' in everything[f"daeguk-{hares.id}.txt"]
    only = await files(w, await w.alice.command(w.games, "record export", last=1, game="othello"))
    assert list(only) == [f"daeguk-{second.id}.sgf"]


async def test_formats(w: World) -> None:
    match = await of_two(w)
    for form, name, text in (
        ("transcript", f"daeguk-{match.id}.txt", "d3c5\n"),
        ("ggf", f"daeguk-{match.id}.ggf", "(;GM[Othello]"),
    ):
        exported = await files(w, await w.alice.command(w.games, "record export", format=form))
        assert list(exported) == [name] and exported[name].startswith(text)
    offered = await w.alice.autocomplete(w.games, "record export", "format", "", match=str(match.id))
    assert [choice["value"] for choice in offered.choices] == ["sgf", "transcript", "ggf", "webp", "gif"]
    offered = await w.alice.autocomplete(w.games, "record export", "format", "psq")
    assert [choice["value"] for choice in offered.choices] == ["psq"]
    await w.refused(w.alice, w.alice.command(w.games, "record export", format="psq"), "export.not-in-format")
    hares = await resigned(w, w.alice, await hunted(w))
    reply = await w.alice.command(w.games, "record export", last=2, format="ggf")
    assert list(await files(w, reply)) == [f"daeguk-{match.id}.ggf"] and hares.id != match.id
    assert w.says(w.alice, "export.left-out", n=1) in reply.shown.text


async def test_only_matches_that_are_over_and_visible(w: World) -> None:
    await w.refused(w.bob, w.bob.command(w.games, "record export"), "export.none")
    running = await w.opened(await w.match_of_two())
    refused = await w.alice.command(w.games, "record export", match=str(running.id))
    assert refused.text == w.says(w.alice, "export.not-over", n=1, numbers=f"#{running.id}")
    refused = await w.alice.command(w.games, "record export", match="4000")
    assert refused.text == w.says(w.alice, "export.not-visible", n=1, numbers="#4000")
    await w.refused(
        w.alice,
        w.alice.command(w.games, "record export", match=str(running.id), last=2),
        "export.match-or-last",
    )
    over = await resigned(w, w.alice, running)
    assert await files(w, await w.bob.command(w.bob.dm, "record export", match=str(over.id)))
    assert await files(w, await w.minji.command(w.games, "record export", match=str(over.id)))
    refused = await w.minji.command(w.minji.dm, "record export", match=str(over.id))
    assert refused.text == w.says(w.minji, "export.not-visible", n=1, numbers=f"#{over.id}")


async def test_several_matches_by_number(w: World) -> None:
    first, second = await of_two(w), await of_two(w)
    running = await w.opened(await w.match_of_two())
    reply = await w.minji.command(w.games, "record export", match=f"{second.id}, #{first.id}")
    (text,) = (await files(w, reply)).values()
    games = read(text.encode()).games
    assert [one.game.title for one in games if one.game] == [f"Daeguk #{second.id}", f"Daeguk #{first.id}"]
    refused = await w.alice.command(w.games, "record export", match=f"{first.id} 4000 {running.id} 4001")
    assert refused.text == w.says(w.alice, "export.not-visible", n=2, numbers="#4000, #4001")
    refused = await w.minji.command(w.minji.dm, "record export", match=f"{first.id} {second.id}")
    numbers = f"#{first.id}, #{second.id}"
    assert refused.text == w.says(w.minji, "export.not-visible", n=2, numbers=numbers)


async def test_an_analysis_is_in_the_file_once_it_is_whole(
    w: World, player: FakePlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object, **__: object) -> Verdict:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(player, "analyse", never)
    await of_two(w)
    reply = await w.alice.command(w.games, "record export")
    (text,) = (await files(w, reply)).values()
    assert "C[" not in text and w.says(w.alice, "export.not-analyzed", n=1) in reply.shown.text


async def test_comments_on_bad_moves(w: World, player: FakePlayer) -> None:
    player.judge = blunders
    moves = Move("d3"), Move("e3")
    match = await resigned(w, w.alice, await w.append(await w.match_of_two(), moves))
    async for _ in w.client.services.part(Analyses).follow(await w.now(match)):
        pass  # until it is judged
    (text,) = (await files(w, await w.alice.command(w.games, "record export"))).values()
    assert "C[Blunder: costs about 8 discs\nBetter: c5\nEvaluation for White: slightly better" in text
    assert "BM[2]" in text and "V[-4]" in text and "(;W[ce])" in text
    (game,) = read(text.encode()).games
    assert game.game is not None and game.game.record == (await w.now(match)).record
    plain = await w.alice.command(w.games, "record export", analysis=False)
    (text,) = (await files(w, plain)).values()
    assert "C[" not in text and "V[" not in text and plain.shown.text == w.says(w.alice, "export.done", n=1)


def blunders(record: Record, played: Move | None) -> Verdict:
    """White's first move was a blunder, every other one good: all first moves of Black are."""
    if len(record.moves) != 1 or played is None:
        move = played or replay(record).legal_moves()[0]
        return Verdict(Line(move, (move,), 0.0))
    better = Move("c5")
    return Verdict(Line(better, (better,), 0.3, margin=4.0), Line(played, (played,), -0.6, margin=-4.0))


async def test_numbers_of_finished_matches_are_completed(w: World) -> None:
    match = await of_two(w)
    await w.match_of_two()
    offered = await w.alice.autocomplete(w.games, "record export", "match", "")
    assert (await w.alice.autocomplete(w.games, "record export", "match", "gomoku")).choices == ()
    assert [choice["value"] for choice in offered.choices] == [str(match.id)]


async def test_the_last_of_several_numbers_is_completed(w: World) -> None:
    first, second = await of_two(w), await of_two(w)
    offered = await w.alice.autocomplete(w.games, "record export", "match", f"#{second.id}, oth")
    assert [choice["value"] for choice in offered.choices] == [f"#{second.id}, {first.id}"]
    assert offered.choices[0]["name"].startswith(f"#{second.id}, Bob · Othello 8×8 · ")
