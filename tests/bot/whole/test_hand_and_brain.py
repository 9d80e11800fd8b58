"""``/team brain`` through the real client: seats, naming, the hand's moves, the computer beside people."""

from __future__ import annotations

from data.model.hand_and_brain import Seat
from data.model.match import Match, MatchState
from data.model.pair_turns import computer_seat, region_in
from games import replay
from games.base import Side
from games.regions import allowed, regions
from sandbox import Person, Reply, SeenMessage

from .world import World

GAME = {"game": "othello", "variant": "6x6"}


async def lobby(w: World) -> SeenMessage:
    (board,) = await w.sandbox.until(
        lambda: [
            message
            for message in w.sandbox.messages(str(w.games))
            if "opens **hand and brain**" in message.text and not message.ephemeral
        ]
    )
    return board


async def take(w: World, person: Person, match_id: int, side: Side, seat: Seat) -> None:
    seat_id = f"b:seat:{match_id}:0.0:{int(side)}{seat}"
    await person.resolved(await person.click(await lobby(w), custom_id=seat_id))


async def name(w: World, person: Person, match: Match, region: str) -> Match:
    custom_id = f"b:name:{match.id}:{match.ply}.{match.takebacks}:{region}"
    await person.resolved(await person.click(w.board(match), custom_id=custom_id))
    return await w.shown(await w.store.matches.get(match.id))


async def forged(w: World, person: Person, match: Match, move: str) -> Reply:
    """A press for a move that may have no button."""
    custom_id = f"b:move:{match.id}:{match.ply}.{match.takebacks}:{move}"
    return await w.forge_press(person, w.board(match), custom_id)


async def begun(w: World, *others: tuple[Person, Side, Seat], **options: str) -> Match:
    """A match that Alice has opened and begun; ``others`` sit on her side (FIRST) or on the other one."""
    await w.alice.command(w.games, "team brain", **GAME, **options)
    (match,) = await w.store.queries.of_user(int(w.alice.id))
    own = match.side_of(int(w.alice.id)) or Side.FIRST
    await w.shown(match)
    for person, side, seat in others:
        await take(w, person, match.id, own if side is Side.FIRST else own.other, seat)
    await w.alice.resolved(await w.alice.click(await lobby(w), custom_id=f"b:start-pairs:{match.id}:0.0"))
    return await w.shown(await w.store.matches.get(match.id))


async def test_the_brain_names_and_the_hand_plays(w: World) -> None:
    match = await begun(
        w,
        (w.bob, Side.FIRST, Seat.HAND),
        (w.minji, Side.SECOND, Seat.BRAIN),
        (w.junho, Side.SECOND, Seat.HAND),
    )
    people = {int(person.id): person for person in (w.alice, w.bob, w.minji, w.junho)}
    for turn in range(4):
        side = replay(match.record).to_move
        assert match.teams is not None
        brain, hand = (people[match.teams.seated(side, seat) or 0] for seat in Seat)
        region, *rest = regions(match.record)
        move = allowed(match.record, region)[0]
        await w.reads_board(match, f"Brain <@{brain.id}>: name a part")
        await w.refused(
            hand,
            w.forge_press(hand, w.board(match), f"b:name:{match.id}:{turn}.0:{region}"),
            "team.not-your-turn",
        )
        await w.refused(brain, forged(w, brain, match, move), "brain.names-first")
        if turn == 1:
            await w.restart()
        match = await name(w, brain, match, region)
        assert match.ply == turn and region_in(match.teams, match.record, match.position_id) == region
        await w.reads_board(match, f"Hand <@{hand.id}>:")
        if turn == 2:
            await w.restart()
        await w.refused(brain, forged(w, brain, match, move), "team.not-your-turn")
        for other in rest:
            outside = allowed(match.record, other)[0]
            named = w.says(hand, f"region.{region}")
            await w.refused(hand, forged(w, hand, match, outside), "brain.outside.part", region=named)
        await w.press(hand, match, move)
        match = await w.shown(await w.store.matches.get(match.id))
        assert match.moves[turn] == move


async def test_a_typed_move_outside_of_what_is_named_is_refused(w: World) -> None:
    """By the form below the board and by ``/move``; the same words are a move once it is named."""
    match = await begun(w, (w.bob, Side.FIRST, Seat.HAND), level="1250")
    match = await persons_turn(w, match)
    region, other, *_ = regions(match.record)
    inside, outside = (allowed(match.record, name)[0] for name in (region, other))
    form = f"m:move:{match.id}:{match.ply}.{match.takebacks}"
    for typed in (inside, outside):
        await w.refused(w.bob, w.forge_modal(w.bob, w.games, form, typed), "team.not-your-turn")
    match = await name(w, w.alice, match, region)
    opened, named = await w.open_form(w.bob, match), w.says(w.bob, f"region.{region}")
    await w.refused(w.bob, w.bob.submit(opened.form, {"Move": outside}), "brain.outside.part", region=named)
    await w.refused(w.bob, w.bob.command(w.games, "move", move=outside), "brain.outside.part", region=named)
    assert (await w.now(match)).position_id == match.position_id
    ply = match.ply
    opened = await w.open_form(w.bob, match)
    await w.bob.submit(opened.form, {"Move": inside})
    assert (await w.now(match)).moves[ply] == inside


async def test_all_four_seats_are_taken_by_people_without_a_level(w: World) -> None:
    await w.alice.command(w.games, "team brain", **GAME)
    (match,) = await w.store.queries.of_user(int(w.alice.id))
    await w.shown(match)
    own = match.side_of(int(w.alice.id)) or Side.FIRST
    press = w.forge_press(w.alice, await lobby(w), f"b:start-pairs:{match.id}:0.0")
    await w.refused(w.alice, press, "brain.nobody-there")
    press = w.forge_press(w.bob, await lobby(w), f"b:seat:{match.id}:0.0:{int(own)}b")
    await w.refused(w.bob, press, "brain.taken")
    await take(w, w.bob, match.id, own, Seat.HAND)
    await take(w, w.bob, match.id, own.other, Seat.HAND)
    teams = (await w.store.matches.get(match.id)).teams
    assert teams is not None and teams.seated(own, Seat.HAND) is None
    assert teams.seated(own.other, Seat.HAND) == int(w.bob.id)
    await w.bob.resolved(await w.bob.click(await lobby(w), label="Leave"))
    assert (await w.store.matches.get(match.id)).people == (int(w.alice.id),)


async def persons_turn(w: World, match: Match) -> Match:
    """The match once a person is to act."""

    def is_persons(now: Match) -> bool:
        waits = computer_seat(now.teams, now.record, now.position_id) is not None
        return not waits and now.user_of(replay(now.record).to_move) is not None

    return await w.shown(await w.until(match, is_persons))


async def test_the_computer_names_for_a_hand_against_the_computer(w: World) -> None:
    await w.alice.command(w.games, "team brain", **GAME, level="1250")
    (match,) = await w.store.queries.of_user(int(w.alice.id))
    await w.shown(match)
    own = match.side_of(int(w.alice.id)) or Side.FIRST
    await take(w, w.alice, match.id, own, Seat.HAND)
    await w.alice.resolved(await w.alice.click(await lobby(w), custom_id=f"b:start-pairs:{match.id}:0.0"))
    for turn in range(3):
        match = await persons_turn(w, match)
        assert match.level == "1250" and match.computer_side is own.other
        region = region_in(match.teams, match.record, match.position_id)
        assert region is not None
        if turn == 1:
            await w.restart()
        await w.reads_board(match, f"Hand <@{w.alice.id}>:")
        await w.press(w.alice, match, allowed(match.record, region)[0])


async def test_the_computer_plays_for_a_brain(w: World) -> None:
    match = await begun(w, (w.bob, Side.SECOND, Seat.BRAIN), level="1250")
    assert match.level is None, "people are on both sides"
    people = {int(person.id): person for person in (w.alice, w.bob)}
    for _ in range(4):
        match = await persons_turn(w, match)
        mover, ply = people[match.require_user(replay(match.record).to_move)], match.ply
        region = list(regions(match.record))[-1]
        if region_in(match.teams, match.record, match.position_id) is not None:
            continue
        moves = allowed(match.record, region)
        await name(w, mover, match, region)
        match = await persons_turn(w, match)
        assert match.moves[ply] in moves


async def test_who_resigns_does_it_for_both(w: World) -> None:
    match = await begun(w, (w.bob, Side.FIRST, Seat.HAND), level="1250")
    match = await persons_turn(w, match)
    custom_id = f"b:resign-yes:{match.id}:{match.ply}.{match.takebacks}"
    await w.forge_press(w.bob, w.board(match), custom_id)
    after = await w.now(match)
    assert after.state == MatchState.OVER and after.winner is not match.side_of(int(w.alice.id))
