"""``/import``: games of files as matches that can be reviewed, listed and exported."""

from __future__ import annotations

import pytest

from bot.interactions.import_records import MAX_AT_ONCE
from bot.match.limits import IMPORTS
from bot.records.base import MAX_BYTES
from data.matches.queries import MatchFilter
from data.model.match import Match
from data.model.reasons import NO_RESULT
from sandbox import Person, Refused, Reply, Upload

from .world import World

RESIGNED = b"(;GM[1]SZ[9]PB[Somebody]PW[Else]RE[B+R];B[ee];W[gc];B[cc])"


async def imported(w: World, person: Person) -> list[Match]:
    """The person's imported matches, the last one first."""
    queries = w.client.services.store.queries
    return (await queries.finished(int(person.id), MatchFilter(imported=True), limit=50))[0]


async def upload(
    w: World, person: Person, content: bytes, name: str = "game.sgf", channel: str = "", **options: object
) -> Reply:
    """The answer to a file, once it is read."""
    reply = await person.command(channel or w.games, "record import", file=Upload(name, content), **options)
    await w.sandbox.until(lambda: not reply.shown.loading or None)
    return reply


async def test_a_game_becomes_a_match_of_nobody_that_can_be_reviewed(w: World) -> None:
    reply = await upload(w, w.alice, RESIGNED)
    (match,) = await imported(w, w.alice)
    assert reply.ephemeral and f"#{match.id}" in reply.text
    assert w.says(w.alice, "import.moves", n=3) in reply.text
    assert "Black wins by resignation." in reply.text
    assert "Somebody – Else" in reply.text and "Deleted" not in reply.text
    assert match.moves == ("e5", "g7", "c7") and match.imported_by == int(w.alice.id)
    shown = await w.alice.click(reply.shown, custom_id=f"p:review:{match.id}")
    review = await w.alice.resolved(shown)
    assert str(match.id) in review.text and review.images
    assert "Deleted" not in review.text


async def test_what_is_imported_is_exported_without_names_and_dates(w: World) -> None:
    await upload(w, w.alice, RESIGNED)
    (match,) = await imported(w, w.alice)
    reply = await w.alice.command(w.games, "record export", match=match.id)
    await w.sandbox.until(lambda: not reply.shown.loading or None)
    (content,) = w.attached(reply.shown).values()
    text = content.decode()
    assert ";B[ee];W[gc];B[cc]" in text.replace("\n", "") and "RE[B+R]" in text
    assert not {"PB", "PW", "DT"} & set(text.replace("[", "]").split("]"))


async def test_a_start_from_a_position_is_kept(w: World) -> None:
    content = b"(;GM[2]SZ[8]AB[dd][ed][de]AW[ee]PL[W];W[cc];B[dc])"
    reply = await upload(w, w.alice, content)
    (match,) = await imported(w, w.alice)
    assert match.setup is not None and match.moves == ("c3", "d3")
    assert w.says(w.alice, "match.from-position") in reply.text
    review = await w.alice.resolved(await w.alice.click(reply.shown, custom_id=f"p:review:{match.id}"))
    assert review.images
    reply = await w.alice.command(w.games, "record export", match=match.id)
    await w.sandbox.until(lambda: not reply.shown.loading or None)
    (text,) = w.attached(reply.shown).values()
    assert b"AB[dd][ed][de]" in text and b"AW[ee]" in text and b"PL[W]" in text
    refused = w.alice.command(w.games, "record export", match=match.id, format="transcript")
    await w.refused(w.alice, refused, "export.not-in-format")


async def test_it_is_listed_with_ones_matches_and_offered_for_export(w: World) -> None:
    await upload(w, w.alice, RESIGNED)
    (match,) = await imported(w, w.alice)
    shown = (await w.alice.command(w.games, "matches")).shown
    assert f"#{match.id}" in shown.text and w.says(w.alice, "matches.imported") in shown.text
    assert w.says(w.alice, "import.won", side="Black") in shown.text
    offered = await w.alice.autocomplete(w.games, "record export", "match", "")
    assert [one["value"] for one in offered.choices] == [str(match.id)]
    await w.refused(w.alice, w.alice.command(w.games, "record export"), "export.none")


async def test_who_sees_the_channel_sees_the_game_and_others_do_not(w: World) -> None:
    await upload(w, w.alice, RESIGNED)
    (match,) = await imported(w, w.alice)
    assert (await w.minji.command(w.games, "record export", match=match.id)).ephemeral
    command = w.minji.command(w.minji.dm, "record export", match=match.id)
    await w.refused(w.minji, command, "export.not-visible", n=1, numbers=f"#{match.id}")
    assert (await w.alice.command(w.alice.dm, "record export", match=match.id)).ephemeral
    assert await imported(w, w.minji) == []


async def test_shown_to_all_it_is_reviewed_by_others(w: World) -> None:
    reply = await upload(w, w.alice, RESIGNED, show=True)
    assert not reply.ephemeral and "Somebody" not in reply.text
    (match,) = await imported(w, w.alice)
    review = await w.bob.resolved(await w.bob.click(reply.shown, custom_id=f"p:review:{match.id}"))
    assert review.ephemeral and str(match.id) in review.text


async def test_of_several_games_one_is_chosen(w: World) -> None:
    reply = await upload(w, w.alice, b"f5d6c3\nf5f6\nf5d6c3d3c4f4f6f3e6\n", "games.txt")
    assert w.says(w.alice, "import.several", n=3) in reply.text
    last, *_ = await imported(w, w.alice)
    (select,) = reply.shown.selects
    assert len(select.options) == 3 and str(last.id) in select.options.values()
    review = await w.alice.resolved(await w.alice.choose(reply.shown, str(last.id)))
    assert str(last.id) in review.text and last.ply == 9 and last.reason == NO_RESULT


async def test_a_large_file_is_imported_in_parts(w: World) -> None:
    content = b"\n".join([b"f5d6"] * MAX_AT_ONCE + [b"f5f6"] * 2)
    reply = await upload(w, w.alice, content, "games.txt")
    more = w.says(w.alice, "import.more", n=MAX_AT_ONCE + 2, next=MAX_AT_ONCE + 1)
    assert more in reply.text and len(await imported(w, w.alice)) == MAX_AT_ONCE
    reply = await upload(w, w.alice, content, "games.txt", first=MAX_AT_ONCE + 1)
    assert w.says(w.alice, "import.several", n=2) in reply.text
    assert {match.moves for match in (await imported(w, w.alice))[:2]} == {("f5", "f6")}
    reply = await upload(w, w.alice, content, "games.txt", first=100)
    assert reply.text == w.says(w.alice, "import.fewer-games", n=MAX_AT_ONCE + 2, first=100)


async def test_problems_are_named_with_their_line(w: World) -> None:
    reply = await upload(w, w.alice, b"(;GM[1]SZ[9]\n;B[ee]\n;W[ee])")
    reason = w.says(w.alice, "record.occupied", move="e5")
    assert w.says(w.alice, "import.cut", line=3, reason=reason) in reply.text
    (match,) = await imported(w, w.alice)
    assert match.moves == ("e5",) and match.reason == NO_RESULT
    reply = await upload(w, w.alice, b"(;GM[3]SZ[9];B[ee])")
    assert w.says(w.alice, "import.nothing") in reply.text
    assert w.says(w.alice, "record.unknown-game", text="GM[3]") in reply.text
    reply = await upload(w, w.alice, b"\x00\xff\xfe" * 99)
    assert w.says(w.alice, "import.nothing") in reply.text
    assert [match] == await imported(w, w.alice)


async def test_what_is_mended_is_said(w: World) -> None:
    reply = await upload(w, w.alice, b"(;GM[1]SZ[9]RU[Japanese]\n;B[ee]\n;B[cc])")
    rules = w.says(w.alice, "record.read-as-korean", rules="Japanese")
    assert w.says(w.alice, "import.problem", line=1, reason=rules) in reply.text
    added = w.says(w.alice, "record.added-passes", n=1)
    assert w.says(w.alice, "import.problem", line=3, reason=added) in reply.text
    (match,) = await imported(w, w.alice)
    assert match.moves == ("e5", "pass", "c7")


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("cp949", "이창호"), ("shift_jis", "武宮正樹"), ("gb18030", "聂卫平"), ("utf-16", "이")],
)
async def test_other_encodings(w: World, encoding: str, name: str) -> None:
    content = f"(;GM[1]SZ[19]PB[{name}]PW[{name}]RE[W+R];B[pd];W[dp])".encode(encoding)
    reply = await upload(w, w.alice, content, f"{name}.sgf")
    (match,) = await imported(w, w.alice)
    assert match.moves == ("q16", "d4") and f"#{match.id}" in reply.text and f"{name} – {name}" in reply.text


async def test_a_text_is_pasted_into_a_form(w: World) -> None:
    form = (await w.minji.command(w.korean, "record import")).form
    reply = await w.minji.submit(form, {"record": "f5d6c3d3c4"})
    await w.sandbox.until(lambda: not reply.shown.loading or None)
    (match,) = await imported(w, w.minji)
    assert reply.ephemeral and match.game == "othello" and match.ply == 5
    assert w.says(w.minji, "import.moves", n=5) in reply.text


async def test_a_file_is_uploaded_in_the_form(w: World) -> None:
    form = (await w.alice.command(w.games, "record import")).form
    reply = await w.alice.submit(form, {"file": Upload("game.sgf", RESIGNED), "record": "f5d6"})
    await w.sandbox.until(lambda: not reply.shown.loading or None)
    (match,) = await imported(w, w.alice)
    assert reply.ephemeral and match.moves == ("e5", "g7", "c7"), "the file comes before the text"
    form = (await w.alice.command(w.games, "record import")).form
    await w.refused(w.alice, w.alice.submit(form, {"record": " "}), "import.empty-form")
    form = (await w.alice.command(w.games, "record import")).form
    large = Upload("game.sgf", b" " * (MAX_BYTES + 1))
    await w.refused(w.alice, w.alice.submit(form, {"file": large}), "record.too-large", n=1)
    form = (await w.alice.command(w.games, "record import")).form
    two = {"values": [Upload("game.sgf", RESIGNED).option()] * 2, "custom_id": "file"}
    with pytest.raises(Refused):
        w.alice.actions.modal(
            form.channel_id, form.interaction_id, form.custom_id, [{"type": 18, "component": two}]
        )
    assert await imported(w, w.alice) == [match]


async def test_too_large_files_and_too_many_are_refused(w: World) -> None:
    large = Upload("game.sgf", b" " * (MAX_BYTES + 1))
    await w.refused(w.alice, w.alice.command(w.games, "record import", file=large), "record.too-large", n=1)
    for _ in range(IMPORTS.allowed):
        await upload(w, w.alice, b"f5d6", "game.txt")
    reply = await w.alice.command(w.games, "record import", file=Upload("game.txt", b"f5d6"))
    assert w.says(w.alice, "import.too-many", most=IMPORTS.allowed, n=60)[:20] in reply.text
    assert len(await imported(w, w.alice)) == IMPORTS.allowed
    await upload(w, w.bob, b"f5d6", "game.txt")


async def test_imported_games_are_no_matches_to_continue(w: World) -> None:
    await upload(w, w.alice, RESIGNED)
    (match,) = await imported(w, w.alice)
    await w.refused(w.alice, w.alice.command(w.games, "resign", match=match.id), "match.not-seated")
    press = f"b:rematch:{match.id}:{match.ply}.0"
    reply = await upload(w, w.bob, RESIGNED, show=True)
    assert press not in str(reply.shown.raw["components"])
    board = await w.alice.command(w.games, "board", match=match.id)
    assert board.ephemeral


async def test_privacy_counts_and_erases_them(w: World) -> None:
    await upload(w, w.alice, RESIGNED)
    (match,) = await imported(w, w.alice)
    panel = (await w.alice.command(w.games, "privacy")).shown
    assert w.says(w.alice, "privacy.imported", n=1) in panel.text
    asked = (await w.alice.click(panel, custom_id="p:privacy:erase")).shown
    await w.alice.click(asked, custom_id="p:privacy:erase-yes")
    await w.alice.until(w.games, lambda one: w.says(w.alice, "privacy.erased") in one.text)
    assert await imported(w, w.alice) == []
    command = w.bob.command(w.games, "record export", match=match.id)
    await w.refused(w.bob, command, "export.not-visible", n=1, numbers=f"#{match.id}")
