"""Seeks: listed, matched, accepted by one of two, and refused with the reason."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest

from bot.exceptions import Refusal
from bot.match.seeks import AGAIN_SECONDS, SEEK_SECONDS, WIDER_PER_MINUTE, Seeks, SeeksChanged
from data.matches.seeks import NewSeek, Seek
from data.model.glicko import Rating
from data.model.match import Limits, Match, MatchState, NewMatch, Place
from data.model.rating_categories import Category
from data.ratings.values import PersonRating
from data.tables.ratings import ratings
from tests.bot.service import ANA, BEN, CHO, HERE, Service, refusal

DAN = 104


def wanted(user_id: int, **changes: object) -> NewSeek:
    values: dict[str, object] = {"game": "othello", "variant": "8x8", "control": "3-days", **changes}
    return NewSeek(user_id, HERE.guild_id or 0, HERE.channel_id, **values)  # type: ignore[arg-type]


@pytest.fixture
def seeks(made: Service) -> Seeks:
    return Seeks(made.store, made.events, made.clock)


async def add(seeks: Seeks, user_id: int, **changes: object) -> Seek:
    found = await seeks.seek(wanted(user_id, **changes), HERE)
    assert isinstance(found, Seek)
    return found


async def rate(made: Service, user_id: int, value: float) -> None:
    one = PersonRating(user_id, Category.OTHELLO, Rating(value, 60.0), 20, 10, 10, made.clock.now)
    await made.store.database.write(lambda connection: connection.execute(ratings.insert().values(one.row)))


async def test_whoever_accepts_plays(made: Service, seeks: Seeks) -> None:
    changed: list[int | None] = []
    made.events.subscribe(SeeksChanged, lambda event: changed.append(event.guild_id))
    one = await add(seeks, ANA)
    assert [listed.seek for listed in await seeks.listed(7)] == [one]
    match = await seeks.accept(one.id, BEN, HERE)
    assert {match.first_id, match.second_id} == {ANA, BEN} and match.state == MatchState.PLAYING
    assert match.clock is not None and match.clock.since is not None
    assert await seeks.listed(7) == [] and changed == [7, 7]
    assert await refusal(seeks.accept(one.id, CHO, HERE)) == "seek.gone"


async def test_two_presses_at_once_make_one_match(made: Service, seeks: Seeks) -> None:
    one = await add(seeks, ANA)
    found = await asyncio.gather(
        *(seeks.accept(one.id, user, HERE) for user in (BEN, CHO)), return_exceptions=True
    )
    assert sorted(type(each).__name__ for each in found) == ["Match", "Refusal"]
    assert len(await made.store.queries.of_user(ANA)) == 1


async def test_whoever_seeks_the_same_plays_at_once(seeks: Seeks) -> None:
    await add(seeks, ANA)
    for changes in ({"control": None}, {"game": "go", "variant": "9x9-korean"}, {"is_rated": True}):
        assert isinstance(await seeks.seek(wanted(BEN, **changes), HERE), Seek)
    assert isinstance(await seeks.seek(wanted(CHO), HERE), Match)
    assert isinstance(await seeks.seek(wanted(ANA), HERE), Seek), "nobody else is left"


async def test_a_rated_seek_becomes_a_rated_match(seeks: Seeks) -> None:
    one = await add(seeks, ANA, is_rated=True)
    assert (await seeks.accept(one.id, BEN, HERE)).rated is not None


async def test_refusals(made: Service, seeks: Seeks) -> None:
    one = await add(seeks, ANA)
    assert await refusal(seeks.accept(one.id, ANA, HERE)) == "seek.own"
    elsewhere = Place(guild_id=8, channel_id=80)
    assert await refusal(seeks.accept(one.id, BEN, elsewhere)) == "seek.gone"
    await made.store.blocks.add(ANA, BEN, 9)
    await made.store.blocks.add(CHO, ANA, 9)
    for user in (BEN, CHO):
        assert await refusal(seeks.accept(one.id, user, HERE)) == "challenge.not-now"
        assert isinstance(await seeks.seek(wanted(user), HERE), Seek), "not matched either"
        await seeks.cancel(user)


@pytest.mark.parametrize("is_rated", [False, True])
async def test_the_same_pair_is_not_matched_again_but_can_accept_in_their_server(
    seeks: Seeks, is_rated: bool
) -> None:
    await seeks.accept((await add(seeks, ANA, is_rated=is_rated)).id, BEN, HERE)
    again = await add(seeks, ANA, is_rated=is_rated)
    assert isinstance(await seeks.seek(wanted(BEN, is_rated=is_rated), HERE), Seek), "they play each other"
    assert isinstance(await seeks.accept(again.id, BEN, HERE), Match)


async def test_between_servers_the_same_pair_waits_before_another_rated_match(
    made: Service, seeks: Seeks
) -> None:
    match = await seeks.accept((await add(seeks, ANA)).id, BEN, HERE)
    again = await add(seeks, ANA, is_open=True, is_rated=True)
    assert await refusal(seeks.accept(again.id, BEN, THERE)) == "seek.again", "they play each other"
    over = await made.matches.resign(match.id, None, BEN)
    made.clock.now = (over.ended_at or 0.0) + AGAIN_SECONDS - 1
    again = await add(seeks, ANA, is_open=True, is_rated=True)
    assert await refusal(seeks.accept(again.id, BEN, THERE)) == "seek.again"
    unrated = await add(seeks, ANA, is_open=True, game="gomoku", variant="omok-15")
    match = await seeks.accept(unrated.id, BEN, THERE)
    over = await made.matches.resign(match.id, None, BEN)
    made.clock.now = (over.ended_at or 0.0) + AGAIN_SECONDS + 1
    again = await add(seeks, ANA, is_open=True, is_rated=True)
    assert isinstance(await seeks.accept(again.id, BEN, THERE), Match)


async def test_the_range_grows_with_the_wait(made: Service, seeks: Seeks) -> None:
    for user, value in ((ANA, 1500.0), (BEN, 1650.0), (CHO, 1900.0)):
        await rate(made, user, value)
    one = await add(seeks, ANA, range=100)
    assert await refusal(seeks.accept(one.id, BEN, HERE)) == "seek.out-of-range"
    made.clock.now += 5 * 60
    assert [listed.range for listed in await seeks.listed(7)] == [100 + 5 * WIDER_PER_MINUTE]
    assert await refusal(seeks.accept(one.id, CHO, HERE)) == "seek.out-of-range"
    assert isinstance(await seeks.seek(wanted(BEN, range=50), HERE), Seek), "Ben wants somebody nearer"
    assert isinstance(await seeks.accept(one.id, BEN, HERE), Match)


async def test_limits(made: Service, seeks: Seeks) -> None:
    for game, variant in (("othello", "8x8"), ("gomoku", "renju-15"), ("go", "9x9-korean")):
        await add(seeks, ANA, game=game, variant=variant)
    more = wanted(ANA, game="twelve_janggi", variant="classic")
    assert await refusal(seeks.seek(more, HERE)) == "seek.too-many"
    (first, *_) = await seeks.listed(7)
    await made.people()
    few = Place(guild_id=7, channel_id=70, limits=Limits(matches=1))
    assert await refusal(seeks.accept(first.seek.id, DAN, few)) == "seek.busy"
    assert len(await seeks.listed(7)) == 3, "it stays"
    await add(seeks, DAN, control=None)
    (listed,) = [one for one in await seeks.listed(7) if one.seek.user_id == DAN]
    assert await refusal(seeks.accept(listed.seek.id, BEN, few)) == "limit.matches"


async def test_it_expires_or_is_cancelled(made: Service, seeks: Seeks) -> None:
    one = await add(seeks, ANA)
    made.clock.now += SEEK_SECONDS
    assert await refusal(seeks.accept(one.id, BEN, HERE)) == "seek.gone" and await seeks.listed(7) == []
    await seeks.expire()
    await add(seeks, ANA)
    assert await seeks.cancel(ANA, 7) and not await seeks.cancel(ANA, 7)


async def test_erasing_a_person_removes_theirs(made: Service, seeks: Seeks) -> None:
    from bot.match.erasure import Erasure

    await add(seeks, ANA)
    await Erasure(made.store, made.matches, seeks).erase(ANA)
    assert await seeks.listed(7) == []
    with pytest.raises(Refusal):
        await seeks.accept(1, BEN, HERE)


# --- Open to other servers ------------------------------------------------------------------------------

THERE = Place(guild_id=8, channel_id=80, locale="en-US")


async def test_an_open_seek_is_listed_elsewhere_and_becomes_a_match_with_two_boards(
    made: Service, seeks: Seeks
) -> None:
    changed: list[int | None] = []
    made.events.subscribe(SeeksChanged, lambda event: changed.append(event.guild_id))
    await add(seeks, CHO)
    one = await add(seeks, ANA, is_open=True, locale="ko", game="go", variant="9x9-korean")
    assert [(each.seek, each.is_elsewhere) for each in await seeks.listed(8)] == [(one, True)]
    assert changed == [7, 7, None]
    match = await seeks.accept(one.id, BEN, THERE)
    assert (match.guild_id, match.home.channel_id) == (8, 80)
    _, second = match.boards
    assert (second.guild_id, second.channel_id, second.locale) == (7, 70, "ko")
    assert second.side is match.side_of(ANA)
    assert await seeks.listed(8) == []


async def test_people_of_two_servers_who_seek_the_same_play_at_once_if_both_want_that(seeks: Seeks) -> None:
    await add(seeks, ANA, is_open=True)
    theirs = replace(wanted(BEN), guild_id=8, channel_id=80)
    assert isinstance(await seeks.seek(theirs, THERE), Seek)
    match = await seeks.seek(replace(theirs, is_open=True), THERE)
    assert isinstance(match, Match) and match.boards[1].side is match.side_of(ANA)


async def test_what_holds_in_a_server_holds_between_servers(made: Service, seeks: Seeks) -> None:
    one, closed = await add(seeks, ANA, is_open=True, range=100), await add(seeks, DAN, control=None)
    assert await refusal(seeks.accept(closed.id, BEN, THERE)) == "seek.gone"
    assert await refusal(seeks.accept(one.id, ANA, THERE)) == "seek.own"
    await made.store.blocks.add(ANA, BEN, 5)
    assert await refusal(seeks.accept(one.id, BEN, THERE)) == "challenge.not-now"
    await rate(made, CHO, 1900.0)
    assert await refusal(seeks.accept(one.id, CHO, THERE)) == "seek.out-of-range"
    await made.store.settings.update(7, matches=1)
    other = await seeks.seek(replace(wanted(ANA, game="gomoku", variant="omok-15"), is_open=True), HERE)
    assert isinstance(other, Seek)
    await made.store.matches.create(
        NewMatch(
            game="othello",
            variant="8x8",
            state=MatchState.PLAYING,
            first_id=ANA,
            second_id=105,
            challenger_id=ANA,
            place=HERE,
        )
    )
    assert await refusal(seeks.accept(other.id, DAN, THERE)) == "seek.busy"


async def test_a_server_can_keep_to_itself(made: Service, seeks: Seeks) -> None:
    one = await add(seeks, ANA, is_open=True)
    await made.store.settings.update(8, open_seeks=False)
    assert await seeks.listed(8) == []
    assert await refusal(seeks.accept(one.id, BEN, THERE)) == "seek.gone"
    theirs = replace(wanted(BEN), guild_id=8, channel_id=80, is_open=True)
    assert await refusal(seeks.seek(theirs, THERE)) == "seek.only-here"


async def test_other_boards_show_that_an_open_seek_is_gone(made: Service, seeks: Seeks) -> None:
    changed: list[int | None] = []
    made.events.subscribe(SeeksChanged, lambda event: changed.append(event.guild_id))
    await made.store.seeks.add(replace(wanted(ANA, is_open=True), expires_at=made.clock.now + 60), 3)
    await seeks.compare_open()
    await seeks.compare_open()
    assert changed == [None], "another process has added it"
    await seeks.cancel(ANA)
    assert changed == [None, 7, None]


async def test_a_server_lists_and_matches_only_the_games_that_it_allows(made: Service, seeks: Seeks) -> None:
    await add(seeks, ANA)
    await made.store.settings.update(HERE.guild_id or 0, games=("go",))
    assert await seeks.listed(HERE.guild_id or 0) == []
    assert isinstance(await seeks.seek(wanted(BEN), HERE), Seek)


async def test_the_server_of_a_seek_has_to_allow_the_match_now(made: Service, seeks: Seeks) -> None:
    one = await add(seeks, ANA, is_open=True)
    there = replace(HERE, guild_id=8, channel_id=80)
    hour = time.gmtime(made.clock.now).tm_hour
    for changes in ({"games": ("go",)}, {"games": (), "quiet": (hour, (hour + 1) % 24)}):
        await made.store.settings.update(HERE.guild_id or 0, **changes)
        assert await refusal(seeks.accept(one.id, BEN, there)) == "seek.not-there"
    await made.store.settings.update(HERE.guild_id or 0, quiet=None)
    assert len((await seeks.accept(one.id, BEN, there)).boards) == 2
