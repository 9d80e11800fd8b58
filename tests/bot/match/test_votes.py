"""Votes for moves: one of each person, changed until the time runs out; ties, silence, who may do what."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from bot.match.events import VotesChanged
from bot.match.setup import Seats
from data.matches.vote_counting import winning_move
from data.matches.votes import Vote
from data.model.match import Match, MatchState, Notified, Place
from data.tables.matches import matches
from data.tables.opponents import votes
from games.base import Move, Side
from tests.bot.service import ANA, BEN, CHO, HERE, Service, refusal, until

DAN = 104


@pytest.mark.parametrize(
    ("cast", "expected"),
    [
        ("", None),
        ("1 a1", "a1"),
        ("1 a1, 2 b2, 3 b2", "b2"),
        ("1 a1, 2 b2, 3 b2, 4 a1", "b2"),  # reached two votes first
        ("1 a1, 1 b2", "a1"),  # at the same moment: by the lower id
    ],
)
def test_which_move_wins(cast: str, expected: str | None) -> None:
    each = (one.split() for one in cast.split(", ") if one)
    found = [Vote(1, user, Move(move), float(when)) for user, (when, move) in enumerate(each)]
    assert winning_move(found) == winning_move(found[::-1]) == expected


async def begun(made: Service) -> Match:
    """Ana starts a match in which people have the first move."""
    return await made.matches.start_against_computer(
        "othello", "6x6", Seats(ANA, None), "3", HERE, "vote-5m", is_voted=True
    )


async def vote(made: Service, match: Match, user: int, move: str) -> None:
    made.clock.now += 1
    await made.matches.votes.vote(match.id, match.position_id, user, move)


async def time_runs_out(made: Service, match: Match) -> Match:
    """The match after its running clock has run for long."""
    back = update(matches).where(matches.c.id == match.id).values(clock_since=-3e6)
    await made.store.database.write(lambda connection: connection.execute(back))
    found = await made.matches.vacations.flag_falls(made.store.matches, match.id)
    assert found is not None
    return found


async def stored(made: Service) -> int:
    return len(await made.store.database.read(lambda connection: connection.execute(select(votes)).all()))


async def test_everybody_has_one_vote_and_the_most_votes_win(made: Service) -> None:
    changed: list[int] = []
    made.events.subscribe(VotesChanged, lambda event: changed.append(event.match.id))
    match = await begun(made)
    assert match.is_voted and match.clock is not None and match.clock.since is not None
    for user, move in ((BEN, "b3"), (CHO, "c2"), (DAN, "c2"), (BEN, "c2"), (BEN, "d5")):
        await vote(made, match, user, move)
    assert await made.matches.votes.counts(match) == {"c2": 2, "d5": 1} and len(changed) == 5
    assert await refusal(made.matches.votes.vote(match.id, match.position_id, BEN, "a1")) == "rule.no-flips"
    after = await time_runs_out(made, match)
    assert after.moves == ("c2",) and after.is_active and after.clock is not None
    assert after.clock.side is None, "the computer has no clock"
    assert await made.matches.votes.counts(after) == {}
    late = made.matches.votes.vote(match.id, match.position_id, DAN, "b3")
    assert await refusal(late) in ("match.outdated", "match.not-your-turn")


async def test_the_computer_answers_and_the_next_vote_begins(made: Service) -> None:
    match = await begun(made)
    await vote(made, match, BEN, "b3")
    after = await time_runs_out(made, match)
    await until(lambda: made.waiting.thinking)
    made.waiting.answer()
    await until(lambda: any(one.ply == 2 for one in made.changes.seen))
    now = await made.matches.get(match.id)
    assert now.version > after.version and now.clock is not None
    assert now.clock.side is Side.FIRST and now.clock.since is not None


async def test_silence(made: Service) -> None:
    match = await begun(made)
    match = await made.at(match, (Move("b3"), Move("b2")))
    again = await time_runs_out(made, match)
    assert again.is_active and again.notified is Notified.REMINDER and again.ply == 2
    assert again.clock is not None and again.clock.since != -3e6, "the time begins once more"
    over = await time_runs_out(made, match)
    assert (over.state, over.winner, over.reason) == (MatchState.OVER, Side.SECOND, "outcome.time")


async def test_a_vote_after_silence_counts_and_the_next_silence_is_a_first_one(made: Service) -> None:
    match = await begun(made)
    await time_runs_out(made, match)
    await vote(made, match, BEN, "b3")
    after = await time_runs_out(made, match)
    assert after.moves == ("b3",) and after.notified is Notified.NOTHING


async def test_only_who_has_started_it_can_do_more_than_vote(made: Service) -> None:
    match = await begun(made)
    await vote(made, match, BEN, "b3")
    assert await refusal(made.matches.play(match.id, None, ANA, "b3")) == "vote.only-keys"
    assert await refusal(made.matches.play(match.id, None, BEN, "b3")) == "vote.only-keys"
    assert await refusal(made.matches.resign(match.id, None, BEN)) == "match.not-seated"
    assert await refusal(made.matches.takebacks.request(match.id, None, BEN)) == "match.not-seated"
    over = await made.matches.resign(match.id, None, ANA)
    assert over.state == MatchState.OVER and await stored(made) == 0


async def of_channels(made: Service) -> Match:
    """Ana's channel moves first, against one for which Ben has accepted."""
    there = Place(HERE.guild_id, 71, "ko")
    match = await made.matches.teams.challenge_channel(
        "othello", "6x6", Side.FIRST, ANA, HERE, there, "vote-5m"
    )
    assert await refusal(made.matches.challenges.accept(match.id, ANA)) == "challenge.own"
    return await made.matches.challenges.accept(match.id, BEN)


async def test_a_channel_against_another(made: Service) -> None:
    match = await of_channels(made)
    assert match.is_active and (match.members(Side.FIRST), match.members(Side.SECOND)) == ((ANA,), (BEN,))
    assert await refusal(made.matches.challenges.accept(match.id, CHO)) == "challenge.taken"
    assert match.clock is not None and match.clock.side is Side.FIRST
    votes = [
        (CHO, 70, None),
        (ANA, 70, None),
        (DAN, 71, "vote.not-your-turn"),
        (BEN, 70, "vote.other-side"),  # who stands for the other channel
        (DAN, 72, "vote.only-keys"),
    ]
    for user, channel, expected in votes:
        casting = made.matches.votes.vote(match.id, match.position_id, user, "b3", channel)
        if expected is None:
            await casting
        else:
            assert await refusal(casting) == expected
    assert await made.matches.votes.counts(match) == {"b3": 2}
    after = await time_runs_out(made, match)
    assert after.moves == ("b3",) and after.clock is not None and after.clock.side is Side.SECOND
    casting = made.matches.votes.vote(match.id, after.position_id, CHO, "b2", 71)
    assert await refusal(casting) == "vote.other-side", "Cho has voted for the first side"
    await made.matches.votes.vote(match.id, after.position_id, DAN, "b2", 71)
    assert (await time_runs_out(made, match)).moves == ("b3", "b2")
    assert await refusal(made.matches.play(match.id, None, ANA, "b1")) == "vote.only-keys"


async def test_silence_and_who_can_resign_for_a_channel(made: Service) -> None:
    match = await made.at(await of_channels(made), (Move("b3"), Move("b2")))
    assert (await time_runs_out(made, match)).notified is Notified.REMINDER
    over = await time_runs_out(made, match)
    assert (over.state, over.winner) == (MatchState.OVER, Side.SECOND)
    other = await of_channels(made)
    other = await made.at(other, (Move("b3"), Move("b2")))
    assert await refusal(made.matches.resign(other.id, None, CHO)) == "match.not-seated"
    assert (await made.matches.resign(other.id, None, BEN)).winner is Side.FIRST


async def test_a_channel_can_decline(made: Service) -> None:
    there = Place(HERE.guild_id, 71, "ko")
    match = await made.matches.teams.challenge_channel(
        "othello", "6x6", Side.SECOND, ANA, HERE, there, "vote-1d"
    )
    assert (await made.matches.challenges.decline(match.id, CHO)).reason == "challenge.declined"


async def test_votes_of_a_person_are_exported_and_erased(made: Service) -> None:
    match = await begun(made)
    await vote(made, match, BEN, "b3")
    assert [one.move for one in await made.store.votes.of_person(BEN)] == ["b3"]
    await made.store.personal_data.erase_settings(BEN)
    assert await stored(made) == 0


async def test_votes_are_shown_again_by_who_gains_the_match(made: Service) -> None:
    match = await begun(made)
    assert await made.store.queries.voted() == [match.id]
    await made.people()
    assert await made.store.queries.voted() == [match.id]
