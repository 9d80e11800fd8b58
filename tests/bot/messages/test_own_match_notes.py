"""The note that leads somebody to their match in a tournament goes with the match, others stay."""

from __future__ import annotations

import pytest

from bot.features import FEATURES
from bot.match.tournaments import Tournaments
from bot.ui.panel import Panel
from bot.ui.tournament import MINE, RULES, TOURNAMENT
from data.model.match import Match
from data.model.tournament import Kind, NewTournament
from tests.boards import post
from tests.bot.discord_fakes import CHANNEL, GUILD, FakeMessage, Method
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, CHO, until


async def started(h: Harness) -> Match:
    """Ben's match in a simul that Ana gives."""
    acts = h.services.part(Tournaments)
    new = NewTournament(
        guild_id=GUILD,
        channel_id=CHANNEL,
        locale="en-US",
        creator_id=ANA,
        kind=Kind.SIMUL,
        game="othello",
        variant="6x6",
        control="1-day",
        rounds=None,
        level=None,
        rated=False,
    )
    simul = await acts.create(new)
    for person in (BEN, CHO):
        await acts.join(simul.id, person)
    simul = await acts.go_on(await acts.start(simul.id))
    of_ben = next(pairing.match_id for pairing in simul.pairings if pairing.has(2))
    (match,) = await h.store.queries.by_number([of_ben or 0])
    return await post(h.store, match, 5000)


async def press(h: Harness, action: str, match: Match) -> None:
    """Ben presses a button of the message of a match's tournament."""
    interaction = h.interaction(BEN, message=FakeMessage(4000, h.ephemeral().channel))
    await FEATURES.handle_panel(interaction.typed(), Panel(TOURNAMENT, f"{action}.{match.tournament_id}"))
    await h.settled()


@pytest.mark.parametrize(("last", "deleted"), [(MINE, 1), (RULES, 0)])
async def test_the_way_to_a_match_goes_with_the_match(h: Harness, last: str, deleted: int) -> None:
    match = await started(h)
    await press(h, MINE, match)
    await press(h, last, match)
    await until(lambda: h.discord.of(Method.TOKEN_DELETE))  # the first of the two notes
    h.discord.requests.clear()
    await h.services.matches.resign(match.id, None, ANA)
    await h.settled()
    await until(lambda: len(h.discord.of(Method.TOKEN_DELETE)) >= deleted)
    assert len(h.discord.of(Method.TOKEN_DELETE)) == deleted
