"""Who gives a simul is led from each board on which they have moved to the one that waits longest."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from bot.match.tournaments import Tournaments
from bot.messages.next_boards import NextBoards
from data.model.match import Match
from data.model.tournament import Kind, NewTournament
from tests.boards import post
from tests.bot.discord_fakes import CHANNEL, GUILD, Method, fault
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, CHO, until

DAN = 104


async def started(h: Harness, kind: Kind = Kind.SIMUL) -> list[Match]:
    """The matches of a simul that Ana gives, or of another tournament that she has created, with boards."""
    tournaments = h.services.part(Tournaments)
    new = NewTournament(
        guild_id=GUILD,
        channel_id=CHANNEL,
        locale="en-US",
        creator_id=ANA,
        kind=kind,
        game="othello",
        variant="6x6",
        control="1-day",
        rounds=None,
        level=None,
        rated=False,
    )
    made = await tournaments.create(new)
    for person in (ANA, BEN, CHO, DAN):
        if made.entrant_of(person) is None:
            await tournaments.join(made.id, person)
    running = await tournaments.go_on(await tournaments.start(made.id))
    numbers = [pairing.match_id for pairing in running.pairings if pairing.match_id]
    matches = await h.store.queries.by_number(numbers)
    posted = [await post(h.store, match, 5000 + match.id) for match in matches]
    await done(h)
    h.discord.requests.clear()
    return posted


async def done(h: Harness) -> None:
    await until(lambda: h.services.part(NextBoards).is_idle)


async def moves(h: Harness, match: Match, user: int, move: str) -> None:
    await h.presses(user, await h.now(match), "move", move)
    await done(h)


def lines(h: Harness) -> list[str]:
    return [note.text for note in h.notes().values() if "Next board" in note.text]


async def test_after_a_move_the_giver_reads_where_they_are_awaited(h: Harness) -> None:
    first, second, third = await started(h)
    await moves(h, first, ANA, "b3")
    (line,) = lines(h)
    assert f"[**Next board: #{third.id}**]" in line and f"/{5000 + third.id})" in line
    assert line.endswith("1 is waiting")
    await moves(h, second, CHO, "b3")
    await moves(h, third, ANA, "b3")
    (line,) = lines(h)
    assert f"[**Next board: #{second.id}**]" in line, "the note below the other board is gone"


async def test_without_another_board_the_last_note_goes(h: Harness) -> None:
    first, _, third = await started(h)
    await moves(h, first, ANA, "b3")
    assert len(lines(h)) == 1
    await moves(h, third, ANA, "b3")
    await until(lambda: not lines(h))


async def test_an_opponent_is_led_nowhere(h: Harness) -> None:
    _, second, _ = await started(h)
    await moves(h, second, CHO, "b3")
    assert not lines(h)


@pytest.mark.parametrize("kind", [Kind.ROUND_ROBIN, Kind.SWISS])
async def test_in_other_tournaments_nobody_is(h: Harness, kind: Kind) -> None:
    for match in await started(h, kind):
        await moves(h, match, match.first_id or 0, "b3")
    assert not lines(h)


async def test_a_note_that_discord_refuses_is_only_logged(h: Harness) -> None:
    first, _, _ = await started(h)
    h.discord.fail(Method.FOLLOWUP, fault(403, 50001))
    with capture_logs() as logged:
        await moves(h, first, ANA, "b3")
    assert [line["match"] for line in logged if line["event"] == "next board not shown"] == [first.id]
