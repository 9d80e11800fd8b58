"""Tournaments through the real client: created, joined, played in threads to the end, over restarts."""

from __future__ import annotations

import asyncio
import time

import pytest

from bot.messages import tournament_messages
from bot.messages.tournament_messages import TournamentMessages
from bot.texts import Raw, texts
from data.model.match import Match
from data.model.tournament import Tournament, TournamentState
from sandbox import Person, SeenMessage

from .world import WITHIN, World, moves_offered

NEW = {"kind": "round-robin", "game": "othello", "variant": "6x6"}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament_messages, "EDIT_SECONDS", 0.01)


async def now(w: World) -> Tournament:
    found = await w.store.tournaments.find(1)
    assert found is not None
    return found


async def shown_matches(w: World) -> list[Match]:
    """The matches of the current round, once each has a thread."""
    deadline = time.monotonic() + WITHIN
    while True:
        one = await now(w)
        numbers = [pairing.match_id for pairing in one.in_round(one.round) if pairing.match_id]
        found = await w.store.queries.by_number(numbers)
        if found and all(match.home.thread_id for match in found):
            return found
        assert time.monotonic() < deadline, one
        await asyncio.sleep(0.01)


async def posted_match(w: World, number: int) -> Match:
    """A match, once it has a thread."""
    deadline = time.monotonic() + WITHIN
    while True:
        found = await w.store.queries.by_number([number])
        if found and found[0].home.thread_id:
            return found[0]
        assert time.monotonic() < deadline, number
        await asyncio.sleep(0.01)


def message(w: World, one: Tournament) -> SeenMessage:
    return next(seen for seen in w.alice.sees(w.games) if int(seen.id) == one.message_id)


async def press(w: World, person: Person, action: str) -> None:
    await w.handled()
    one = await now(w)
    custom_id = f"p:tournament:{action}.1"
    shown = await w.sandbox.until(
        lambda: message(w, one) if custom_id in str(message(w, one).raw["components"]) else None
    )
    await person.click(shown, custom_id=custom_id)


async def create(w: World, **options: object) -> None:
    """Alice creates a tournament in the panel, in which the options are chosen."""
    await w.alice.command(w.games, "tournament create", **options)
    await press_create(w)


async def press_create(w: World) -> None:
    """Alice presses the button of the panel that she sees."""
    panel = w.ephemerals(w.alice)[-1]
    (button,) = (each for each in panel.buttons if each.label == w.says(w.alice, "button.tournament-create"))
    await w.alice.click(panel, custom_id=button.custom_id or "")
    await w.sandbox.until(lambda: "is posted below" in panel.text or None)
    await w.handled()


async def start(w: World) -> None:
    """Alice, who has created the tournament, starts it in her panel."""
    await press(w, w.alice, "manage")
    await w.alice.click(w.ephemerals(w.alice)[-1], custom_id="p:tournament:start.1")


async def begin(w: World) -> None:
    """A round robin of three, which Alice starts."""
    await create(w, **NEW)
    for person in (w.alice, w.bob, w.minji):
        await press(w, person, "join")
    await start(w)


async def test_a_round_robin_is_played_in_threads_to_the_end(w: World) -> None:
    await begin(w)
    alice, rounds = int(w.alice.id), 0
    while (one := await now(w)).state is not TournamentState.OVER:
        if one.round == rounds:
            await asyncio.sleep(0.01)
            continue
        rounds = one.round
        (match,) = await shown_matches(w)
        board = w.board(match)
        assert match.tournament_id == 1 and f"Tournament #1 · Round {rounds}" in board.text
        if rounds == 2:
            await w.restart()
        loser = next(person for person in (match.second_id, match.first_id) if person != alice)
        await w.client.services.matches.resign(match.id, None, loser or 0)
    assert rounds == 3
    announced = "🏆 Tournament #1"
    await w.sandbox.until(lambda: any(announced in seen.text for seen in w.alice.sees(w.games)) or None)
    won, over = f"🥇 {w.alice.mention}", texts("en")("tournament.over")
    assert sum(won in seen.text for seen in w.alice.sees(w.games)) == 1, "the places are said once"
    shown = await w.sandbox.until(lambda: message(w, one) if over in message(w, one).text else None)
    pressable = [each.custom_id for each in shown.buttons]
    assert pressable == [
        "p:tournament:pairings.1",
        "p:tournament:rules.1",
        "p:tournament-new:again.1",
        "p:tournament:manage.1",
    ]
    threads = {match.home.thread_id for match in await w.store.queries.by_number([1, 2, 3])}
    assert len(threads) == 3


async def test_who_sits_out_guesses_on_the_board_in_the_thread(w: World) -> None:
    await begin(w)
    (match,) = await shown_matches(w)
    people = (w.alice, w.bob, w.minji)
    (onlooker,) = (person for person in people if match.side_of(int(person.id)) is None)
    board = w.board(match)
    move = moves_offered(board)[0]
    note = (await onlooker.click(board, label=move)).shown
    await onlooker.click(note, label=w.says(onlooker, "button.guess"))
    await onlooker.click(note, label=move)
    assert f"**{move}**" in note.text and note.image_bytes()


async def test_who_joins_in_the_channel_is_no_longer_asked_to_join(w: World) -> None:
    await create(w, **NEW)
    asked = w.ephemerals(w.alice)[-1]
    assert "Press **Join** to play in it, too." in asked.text
    await press(w, w.alice, "join")
    await w.sandbox.until(lambda: asked.id not in {seen.id for seen in w.ephemerals(w.alice)} or None)


async def test_who_may_do_what(w: World) -> None:
    await w.refused(w.bob, w.bob.command(w.games, "tournament create", **NEW), "tournament.may-not-create")
    await w.refused(w.bob, w.bob.command(w.games, "tournament show"), "tournament.none")
    await create(w, **NEW)
    await w.handled()
    created = w.ephemerals(w.alice)[-1]
    await w.alice.click(created, custom_id="p:tournament:join.1.alone")
    assert created.text == "You're in Tournament #1."
    await w.handled()
    seen = message(w, await now(w))
    creator = Raw(w.alice.mention)
    manage = w.bob.click(seen, custom_id="p:tournament:manage.1")
    await w.refused(w.bob, manage, "tournament.only-organizer", creator=creator)
    await w.alice.click(seen, custom_id="p:tournament:manage.1")
    panel = w.ephemerals(w.alice)[-1]
    (start,) = (each for each in panel.buttons if each.custom_id == "p:tournament:start.1")
    assert start.disabled, "only Alice has joined"
    own = (await w.bob.command(w.games, "tournament show", tournament=1)).shown
    assert own.ephemeral
    await w.bob.click(own, custom_id="p:tournament:join.1")
    assert w.bob.mention in own.text
    await w.refused(w.bob, w.bob.click(own, custom_id="p:tournament:join.1"), "tournament.joined-already")
    await w.bob.click(own, custom_id="p:tournament:drop.1")
    await w.handled()
    assert "You have left Tournament #1." in w.ephemerals(w.bob)[-1].text
    await w.refused(w.bob, w.bob.click(own, custom_id="p:tournament:drop.1"), "tournament.not-joined")
    question = await w.alice.click(panel, custom_id="p:moderate:call-off.1")
    await w.alice.click(question.shown, label=w.says(w.alice, "button.moderate-confirm"))
    assert (await now(w)).state is TournamentState.CANCELED
    cancelled = texts("en")("tournament.cancelled")
    await w.sandbox.until(lambda: cancelled in message_text(w) or None)


def cancelled_text() -> str:
    """What is said of a tournament that was called off."""
    return texts("en")("tournament.cancelled")


def message_text(w: World) -> str:
    """What the newest message of the channel says."""
    return w.alice.sees(w.games)[-1].text


async def test_standings_and_pairings_are_for_the_reader_alone(w: World) -> None:
    await begin(w)
    (match,) = await shown_matches(w)
    standings = await w.minji.command(w.games, "tournament show")
    assert standings.ephemeral and "풀리그 · 오셀로" in standings.text
    assert w.attached(await w.minji.resolved(standings))
    await press(w, w.bob, "pairings")
    pairings = w.ephemerals(w.bob)[-1]
    assert f"[#{match.id}]" in pairings.text
    assert all(person.mention in pairings.text for person in (w.alice, w.bob, w.minji)), (
        "also the rounds to come"
    )


async def test_private_answers_below_a_tournament_do_not_pile_up(w: World) -> None:
    await create(w, **NEW)
    for action in ("join", "drop"):
        await press(w, w.bob, action)
    (left,) = await w.sandbox.until(lambda: w.ephemerals(w.bob) or None)
    assert "You have left Tournament #1." in left.text
    await press(w, w.bob, "join")
    await w.sandbox.until(lambda: not w.ephemerals(w.bob) or None)
    for _ in range(3):
        await press(w, w.bob, "rules")
        await w.sandbox.until(lambda: len(w.ephemerals(w.bob)) == 1 or None)


async def test_no_help_and_no_adjournment_in_a_tournament(w: World) -> None:
    await begin(w)
    (match,) = await shown_matches(w)
    player = next(one for one in (w.alice, w.bob, w.minji) if int(one.id) == match.first_id)
    channel = str(match.home.channel_id)
    await w.refused(player, player.command(channel, "board", action="adjourn"), "tournament.no-adjournment")


async def test_an_arena_goes_on_until_its_time_is_over(w: World) -> None:
    new = {"kind": "arena", "game": "othello", "variant": "6x6", "minutes": 20}
    await w.refused(
        w.alice, w.alice.command(w.games, "tournament create", clock="1-day", **new), "tournament.arena.clock"
    )
    await create(w, **new)
    for person in (w.alice, w.bob, w.minji):
        await press(w, person, "join")
    await start(w)
    threads = set()
    for number in (1, 2, 3):
        match = await posted_match(w, number)
        threads.add(match.home.thread_id)
        assert match.clock is not None and match.clock.control.name == "5+5"
        await w.client.services.matches.resign(match.id, None, match.first_id or 0)
    assert len(threads) == 1, "a thread is used again"
    await press(w, w.bob, "pairings")
    assert w.ephemerals(w.bob)[-1].text.count("[#") >= 2
    # A change under way must not write the deadline again that it has read.
    w.change("UPDATE tournaments SET deadline = created_at + 1, version = version + 1")
    w.client.services.part(TournamentMessages).look_at(1)
    await w.sandbox.until(
        lambda: any("🏆 Tournament #1" in seen.text for seen in w.alice.sees(w.games)) or None
    )
    one = await now(w)
    assert one.state is TournamentState.OVER
    shown = await w.sandbox.until(
        lambda: message(w, one) if "p:tournament:drop" not in str(message(w, one).raw) else None
    )
    assert w.attached(shown)


async def test_a_live_tournament_starts_at_its_time(w: World) -> None:
    live = NEW | {"clock": "5+5"}
    await create(w, starts=60, **live)
    for person in (w.alice, w.bob, w.minji):
        await press(w, person, "join")
    assert "3 players · starts <t:" in message(w, await now(w)).text
    w.change("UPDATE tournaments SET starts_at = created_at")
    w.client.services.part(TournamentMessages).look_at(1)
    (match,) = await shown_matches(w)
    assert match.clock is not None and match.clock.control.name == "5+5"
    running = texts("en")("tournament.running", round=1, rounds=3, done=0, all=1)
    await w.sandbox.until(lambda: running in message_text(w) or None)


async def test_a_ladder_is_climbed_by_challenges(w: World) -> None:
    new = {"kind": "ladder", "game": "othello", "variant": "6x6"}
    await create(w, **new)
    for person in (w.alice, w.bob, w.minji):
        await press(w, person, "join")
    await press(w, w.minji, "challenge")
    asked = w.ephemerals(w.minji)[-1]
    assert [key.label for key in asked.buttons] == ["1위", "2위"]
    await w.minji.click(asked, custom_id="p:tournament:challenge-one.1.1")
    match = await posted_match(w, 1)
    assert {match.first_id, match.second_id} == {int(w.alice.id), int(w.minji.id)}
    await press(w, w.bob, "challenge")
    asked = w.ephemerals(w.bob)[-1]
    assert [key.disabled for key in asked.buttons] == [True] and "has a match" in asked.text
    assert all(line.count("**") % 2 == 0 for line in asked.text.splitlines())
    await w.client.services.matches.resign(match.id, None, int(w.alice.id))
    places = "1. 민지: 1-0, 2. Alice: 0-1"
    await w.sandbox.until(lambda: places in (message_of(w).images[0].description or "") or None)
    await press(w, w.alice, "manage")
    question = await w.alice.click(w.ephemerals(w.alice)[-1], custom_id="p:moderate:call-off.1")
    await w.alice.click(question.shown, label=w.says(w.alice, "button.moderate-confirm"))
    await w.sandbox.until(lambda: cancelled_text() in message_text(w) or None)
    assert (await now(w)).state is TournamentState.CANCELED


async def test_a_simul_is_given_on_three_boards_to_the_end(w: World) -> None:
    new = {"kind": "simul", "game": "othello", "variant": "6x6"}
    live = w.alice.command(w.games, "tournament create", clock="5+5", **new)
    await w.refused(w.alice, live, "tournament.simul.clock")
    await create(w, rated=True, **new)
    for person in (w.bob, w.minji, w.junho):
        await press(w, person, "join")
    one = await now(w)
    assert not one.rated
    shown = message(w, one).text
    assert f"Hosted by {w.alice.mention} · 3 opponents" in shown and "not rated" in shown
    assert "The first to join moves second" in shown
    await start(w)
    matches = await shown_matches(w)
    alice = int(w.alice.id)
    assert len({match.home.thread_id for match in matches}) == 3
    assert [match.first_id == alice for match in matches] == [True, False, True]
    await w.restart()

    await press(w, w.alice, "mine")
    boards = w.ephemerals(w.alice)[-1]
    assert "2 boards are waiting for you" in boards.text
    assert boards.text.index(f"[#{matches[0].id}]") < boards.text.index(f"[#{matches[2].id}]")
    board = await w.shown(matches[0])
    await w.press(w.alice, board, "c2")
    link = f"[**Next board: #{matches[2].id}**]"
    await w.sandbox.until(lambda: any(link in seen.text for seen in w.ephemerals(w.alice)) or None)
    await press(w, w.bob, "mine")
    assert str(matches[0].home.thread_id) in str(w.ephemerals(w.bob)[-1].raw["components"])

    for match, loser in zip(matches, (int(w.bob.id), alice, int(w.junho.id)), strict=True):
        await w.client.services.matches.resign(match.id, None, loser)
    over = f"Simul #1 is over.\n{w.alice.mention}: 2 wins, 1 loss\n{w.minji.mention}: 1 win"
    await w.sandbox.until(lambda: any(over in seen.text for seen in w.alice.sees(w.games)) or None)
    results = "1. Bob: 0, 2. 민지: 1, 3. 준호: 0"
    await w.sandbox.until(lambda: results in (message_of(w).images[0].description or "") or None)
    assert (await now(w)).state is TournamentState.OVER


async def test_a_simul_is_canceled_if_its_giver_leaves_before_the_start(w: World) -> None:
    await create(w, kind="simul", game="othello", variant="6x6")
    await press(w, w.bob, "join")
    await press(w, w.alice, "drop")
    question = w.ephemerals(w.alice)[-1]
    assert w.says(w.alice, "tournament.simul.leave-sure", title=Raw("Simul #1")) in question.text
    await w.alice.click(question, custom_id="p:tournament:leave.1")
    one = await now(w)
    assert one.state is TournamentState.CANCELED
    await w.sandbox.until(lambda: cancelled_text() in message(w, one).text or None)


def message_of(w: World) -> SeenMessage:
    """The message of the tournament."""
    return next(
        seen
        for seen in w.alice.sees(w.games)
        if "p:tournament" in str(seen.raw["components"]) and not seen.ephemeral
    )


async def test_the_options_of_the_command_are_chosen_in_the_panel(w: World) -> None:
    options = {
        "kind": "swiss",
        "game": "go",
        "variant": "9x9-korean",
        "clock": "10+10",
        "title": "Spring Cup",
    }
    panel = (await w.alice.command(w.games, "tournament create", rounds=4, computer="3", **options)).shown
    assert panel.ephemeral and await w.store.tournaments.find(1) is None, "nothing is posted yet"
    assert "Spring Cup" in panel.text and "Swiss · Go 9×9" in panel.text
    await press_create(w)
    one = await now(w)
    assert (one.kind, one.game, one.variant, one.control) == ("swiss", "go", "9x9-korean", "10+10")
    assert (one.rounds, one.level, one.title) == (4, "3", "Spring Cup")


async def test_a_tournament_is_planned_in_a_panel_and_created_once(w: World) -> None:
    panel = (await w.alice.command(w.games, "tournament create", game="go")).shown
    assert panel.ephemeral and "New tournament" in panel.text and "Round robin · Go 9×9" in panel.text
    for field, value in (("kind", "swiss"), ("control", "10+10"), ("starts", "60"), ("level", "3")):
        if field == "level":
            await w.alice.click(panel, label="More…")
        menu = next(one for one in panel.selects if f":{field}." in (one.custom_id or ""))
        await w.alice.choose(panel, value, custom_id=menu.custom_id)
    await w.alice.click(panel, label="Off")
    assert "equal points" in panel.text and "On" in [button.label for button in panel.buttons]
    key = next(one for one in panel.buttons if one.label == "Create")
    await asyncio.gather(*(w.alice.click(panel, custom_id=key.custom_id or "") for _ in range(2)))
    await w.sandbox.until(lambda: "is posted below" in panel.text or None)
    one = await now(w)
    assert await w.store.tournaments.find(2) is None
    assert (one.kind, one.game, one.control, one.level, one.rated) == ("swiss", "go", "10+10", "3", True)
    assert one.starts_at == pytest.approx(one.created_at + 3600, abs=5)
    await w.bob.until(w.games, lambda seen: "Swiss · " in seen.text)
    bob = await w.bob.command(w.games, "tournament create")
    assert "permission" in bob.shown.text and not bob.shown.selects
