"""``/export``: who gets which matches, in which files, with which names."""

from __future__ import annotations

from bot.records.reading import read
from data.model import Match
from games.base import Move
from sandbox import Person, Reply
from sandbox.testing.message import SeenMessage

from .world import World


async def resigned(w: World, loser: Person, match: Match) -> Match:
    """The match after a person has resigned it."""
    question = await loser.command(str(match.channel_id), "resign", match=match.id)
    now = await w.now(match)
    press = f"b:resign-yes:{match.id}:{now.ply}.{now.takebacks}"
    await loser.click(question.shown, custom_id=press)
    return await w.until(match, lambda one: one.state == "over")


async def of_two(w: World, **options: object) -> Match:
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
    reply = await w.alice.command(w.games, "export")
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
    (text,) = (await files(w, await w.minji.command(w.korean, "export", match=match.id))).values()
    assert "PB[민지]" in text and "PW[Daeguk 5단계]" in text


async def test_an_erased_person_has_no_name(w: World) -> None:
    match = await of_two(w)
    panel = await w.alice.command(w.alice.dm, "privacy")
    await w.alice.click(panel.shown, label="Erase…")
    await w.alice.click(panel.shown, label="Erase everything")
    await w.until(match, lambda one: one.first_id == 0)
    (text,) = (await files(w, await w.bob.command(w.games, "export"))).values()
    assert "PW[Bob]" in text and "PB[" not in text and "Alice" not in text


async def test_several_matches_are_one_file_for_each_format(w: World) -> None:
    first, second = await of_two(w), await of_two(w)
    hares = await resigned(w, w.alice, await hunted(w))
    everything = await files(w, await w.alice.command(w.games, "export", last=5))
    assert list(everything) == [f"daeguk-{first.id}-{second.id}.sgf", f"daeguk-{hares.id}.txt"]
    games = read(everything[f"daeguk-{first.id}-{second.id}.sgf"].encode()).games
    assert [one.game.title for one in games if one.game] == [f"Daeguk #{first.id}", f"Daeguk #{second.id}"]
    assert '[Game "hare_and_hounds"]' in everything[f"daeguk-{hares.id}.txt"]
    only = await files(w, await w.alice.command(w.games, "export", last=1, game="othello"))
    assert list(only) == [f"daeguk-{second.id}.sgf"]


async def test_formats(w: World) -> None:
    match = await of_two(w)
    for form, name, text in (
        ("transcript", f"daeguk-{match.id}.txt", "d3c5\n"),
        ("ggf", f"daeguk-{match.id}.ggf", "(;GM[Othello]"),
    ):
        found = await files(w, await w.alice.command(w.games, "export", format=form))
        assert list(found) == [name] and found[name].startswith(text)
    offered = await w.alice.autocomplete(w.games, "export", "format", "", match=match.id)
    assert [one["value"] for one in offered.choices] == ["sgf", "transcript", "ggf"]
    offered = await w.alice.autocomplete(w.games, "export", "format", "psq")
    assert [one["value"] for one in offered.choices] == ["psq"]
    await w.refused(w.alice, w.alice.command(w.games, "export", format="psq"), "export.not-in-format")
    hares = await resigned(w, w.alice, await hunted(w))
    reply = await w.alice.command(w.games, "export", last=2, format="ggf")
    assert list(await files(w, reply)) == [f"daeguk-{match.id}.ggf"] and hares.id != match.id
    assert w.says(w.alice, "export.left-out", n=1) in reply.shown.text


async def test_only_matches_that_are_over_and_visible(w: World) -> None:
    await w.refused(w.bob, w.bob.command(w.games, "export"), "export.none")
    running = await w.opened(await w.match_of_two())
    await w.refused(w.alice, w.alice.command(w.games, "export", match=running.id), "export.not-over")
    await w.refused(w.alice, w.alice.command(w.games, "export", match=4_000), "error.unknown-match")
    await w.refused(
        w.alice, w.alice.command(w.games, "export", match=running.id, last=2), "export.match-or-last"
    )
    over = await resigned(w, w.alice, running)
    assert await files(w, await w.bob.command(w.bob.dm, "export", match=over.id))
    assert await files(w, await w.minji.command(w.games, "export", match=over.id))
    await w.refused(w.minji, w.minji.command(w.minji.dm, "export", match=over.id), "board.not-visible")


async def test_numbers_of_finished_matches_are_completed(w: World) -> None:
    match = await of_two(w)
    await w.match_of_two()
    offered = await w.alice.autocomplete(w.games, "export", "match", "")
    assert [one["value"] for one in offered.choices] == [match.id]
    assert (await w.alice.autocomplete(w.games, "export", "match", "gomoku")).choices == ()
