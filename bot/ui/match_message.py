"""The message of a match: players, board, whose turn it is, the keypad and the controls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import discord
from discord.ui import Container, LayoutView, MediaGallery, TextDisplay

from bot.match.computer import NO_WAIT, Wait
from bot.match.engines import engine_name, is_missing, playing_level
from bot.match.hints import Hint
from bot.match.level_steps import Step
from bot.match.offers import not_accepted
from bot.match.own_board import is_voting
from bot.person_settings import COUNTDOWN
from bot.presenters.keypad import Keypad
from bot.presenters.registry import PRESENTERS, AnyPresenter, game_title
from bot.presenters.typed_in import TypedIn
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.board_words import MAX_ALT, alt_text, ringed_in_words
from bot.ui.buttons import button_rows, has_offer
from bot.ui.claim_marks import hinted_stones
from bot.ui.claims import merit_text
from bot.ui.clocks import SHARED_CLOCKS, ClockDisplay, clock_lines
from bot.ui.evaluation import hint_line
from bot.ui.hand_and_brain import pair_names
from bot.ui.layout import UNBROKEN, layout
from bot.ui.level_names import level_name
from bot.ui.match_status import offer_line, status_line, turn_line
from bot.ui.players import named, player, stint_line
from bot.ui.ratings import outcome_line
from bot.ui.recent_moves import recent_moves
from data.model.board import Board
from data.model.match import Match, MatchState, OfferKind
from games import replay
from games.base import Move, Position, Side
from games.starts import is_even_start

PICTURE = "board.png"
ACTIVE, INACTIVE, ASKING = discord.Color(0x3BA55D), discord.Color(0x80848E), discord.Color(0xF0B132)
"""The accent of an active match, of one that is over or paused, and of one with an offer to answer."""
_MAX_VOTED = 3  # moves whose votes are shown
_NOT_ACCEPTED_KEYS = {
    OfferKind.TAKEBACK: "match.undo-not-accepted",
    OfferKind.DRAW: "match.draw-not-accepted",
    OfferKind.ADJOURN: "match.adjourn-not-accepted",
    OfferKind.RESUME: "match.resume-not-accepted",
}


def title(match: Match, texts: Texts, *, is_short: bool = False) -> Raw:
    """The match's heading: game, variant, number; if it ``is_short``, without the ruleset of Go."""
    game = game_title(match.game, match.variant, texts, is_short=is_short)
    return texts("match.title", game=game, id=match.id)


def match_view(
    match: Match,
    board: Board,
    texts: Texts,
    keypad: Keypad | None,
    *,
    wait: Wait = NO_WAIT,
    hint: Hint | None = None,
    clocks: ClockDisplay = SHARED_CLOCKS,
    votes: Counter[Move] | None = None,
    occasion: str | None = None,
    explains: bool = False,
    step: Step | None = None,
    reads_messages: bool = False,
) -> LayoutView:
    """A board of a match that is active, paused or over; its picture is the attachment `PICTURE`.

    ``keypad`` is that of `keypad_of`; without it the message has no buttons, for spectators.
    ``wait`` is what the match's computer waits for before it thinks, ``hint`` what is said about the best
    move; ``clocks`` is how clocks are shown, ``votes`` how many votes each move has,
    ``occasion`` what the match is part of. It ``explains`` at first how to play a move, and the variant.
    ``step`` is that of the opponent who is offered beside a rematch. The bot ``reads_messages`` in servers.
    Above an enlarged part, a desktop has no room for the line of the players.
    """
    position, presenter = replay(match.record), PRESENTERS[match.game]
    introduction: Sequence[str] = ()
    if explains and not match.is_of_pairs:  # their names need the room, and the status says what to do
        typed_in = TypedIn.beside(board, reads_messages=reads_messages)
        introduction = _introduction(position, presenter, keypad, texts, typed_in)
    lines = list(
        _lines(match, board.side, position, presenter, texts, wait, hint, clocks, occasion, introduction)
    )
    if votes is not None and match.is_active and is_voting(match, position.to_move, board.side):
        instruction = presenter.instruction(position, texts)
        times = clock_lines(match, position, presenter, texts, clocks)
        turn = [turn_line(match, board.side, position, presenter, texts, wait)] if has_offer(match) else []
        instructions = [instruction] if instruction else []
        last = recent_moves(match, presenter, texts, is_short=True).last
        details = [*turn, *instructions, *last, votes_line(votes, presenter, texts), *times]
        # After the heading, the players and the status: the votes take the place of all other details.
        lines[3:] = [f"-# {' · '.join(details)}"]
    if keypad is not None and has_offer(match) and keypad.hides_controls:
        lines[-1] += f" · **{texts('match.answer-behind-more')}**"
    if keypad is not None and keypad.is_of_part:
        del lines[1]  # the players
    if keypad is not None and match.state == MatchState.OVER and match.tournament_id is not None:
        lines.append(f"-# {texts('match.tournament-next')}")
    rows = button_rows(match, board, keypad, hint, texts, step) if keypad is not None else ()
    alt = alt_text(match, keypad, texts)
    if hint is not None:
        alt = " ".join([alt, *ringed_in_words(hinted_stones(position, hint), texts)])
    parts = TextDisplay("\n".join(lines)), gallery(alt), *rows
    return layout(Container(*parts, accent_color=_accent(match)))


def _accent(match: Match) -> discord.Color:
    if not match.is_active:
        return INACTIVE
    return ASKING if has_offer(match) else ACTIVE


def votes_line(votes: Counter[Move], presenter: AnyPresenter, texts: Texts) -> str:
    """The moves with the most votes, and how many they have."""
    if not votes:
        return texts("vote.none-yet")
    leading = sorted(votes.items(), key=lambda tally: (-tally[1], tally[0]))[:_MAX_VOTED]
    counts = (f"**{presenter.move_text(move, texts)}**{UNBROKEN}×{count}" for move, count in leading)
    return texts("vote.counts", n=votes.total(), counts=Raw(", ".join(counts)))


def gallery(alt: str, name: str = PICTURE) -> MediaGallery[AnyView]:
    """The match's picture, an attachment of the message, with its alt text."""
    return MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=alt[:MAX_ALT]))


def _lines(
    match: Match,
    viewer: Side | None,
    position: Position,
    presenter: AnyPresenter,
    texts: Texts,
    wait: Wait,
    hint: Hint | None,
    clocks: ClockDisplay,
    occasion: str | None,
    introduction: Sequence[str],
) -> Iterator[str]:
    """The game and its players, what is offered or whose turn it is, and in small print the last move."""
    # What an instruction says, such as how to count, needs the room.
    is_short = match.is_active and bool(presenter.instruction(position, texts))
    special = kinds(replace(match, rated=None) if is_short else match, texts)
    special += [occasion] if occasion else []
    heading = [f"**{title(match, texts, is_short=match.is_active and bool(special))}**", *special]
    yield f"-# {' · '.join(heading)}"
    yield f"-# {players_line(match, viewer, position, presenter, texts)}"
    yield status_line(match, viewer, position, presenter, texts, wait)
    details = _details(match, viewer, position, presenter, texts, hint, clocks, introduction)
    if match.level is not None and match.is_active and is_missing(match.game, match.level):
        details = [_missing_engine_line(match, texts), *details]
    if details:
        yield f"-# {' · '.join(details)}"


def kinds(match: Match, texts: Texts) -> list[str]:
    """What is special about a match: a start from a position, teaching, a rating."""
    is_even = match.setup is not None and is_even_start(match.record)
    special = {
        "match.even-start": is_even,
        "match.from-position": match.setup is not None and not is_even,
        "match.teaching": match.teaching,
        "match.rated": match.rated is not None and match.rated.unrated is None,
    }
    return [texts(key) for key, is_so in special.items() if is_so]


def _details(
    match: Match,
    viewer: Side | None,
    position: Position,
    presenter: AnyPresenter,
    texts: Texts,
    hint: Hint | None,
    clocks: ClockDisplay,
    introduction: Sequence[str],
) -> list[str]:
    """What fits two lines of a phone: the turn below an offer, a hint or notes, the last move, clocks."""
    is_live = match.clock is not None and not match.clock.control.each_turn
    has_periods = match.clock is not None and bool(match.clock.control.periods)  # they need the room
    if match.state != MatchState.PLAYING:
        recent = recent_moves(match, presenter, texts, has_effects=not has_periods)
        rating = outcome_line(match, lambda side: presenter.side_name_in(side, position, texts), texts)
        # The rating and the last move would take three lines of a phone.
        return recent.in_order if rating is None else [rating, *recent.passes]
    stint = stint_line(match, texts) if match.is_relay else []
    is_short = bool(stint) or match.is_of_pairs  # whose names can take a second line
    if is_short and not _important(match, viewer, position, presenter, texts, hint, ()):
        last = recent_moves(match, presenter, texts, is_short=True, has_effects=False).last
        return [*stint, *last, *clock_lines(match, position, presenter, texts, clocks)]
    short = clocks._replace(style=COUNTDOWN)
    taught = () if is_live else introduction  # both clocks are more important
    important = _important(match, viewer, position, presenter, texts, hint, taught)
    mover: Iterable[str] = ()
    if is_live or important == introduction:
        mover = clock_lines(match, position, presenter, texts, short, of_mover=True)
    if important:
        briefly = recent_moves(match, presenter, texts, is_short=True, has_effects=not is_live).last
        is_marked = bool(match.moves) and presenter.leaves_mark(match.moves[-1])
        # While something is settled, as in a count, a last move without a mark on the board says nothing.
        is_settling = bool(presenter.instruction(position, texts)) and not is_marked
        # After a hint, the last move would read like a second one.
        if hint is not None and hint.choice is not None:
            return [*briefly, *important, *mover]
        return [*important, *([] if is_settling else briefly), *mover]
    recent = recent_moves(match, presenter, texts, is_short=is_live, has_effects=not has_periods)
    times = list[str]()
    if recent.passes:
        recent, times = recent_moves(match, presenter, texts, is_short=True), list(mover)
    notes = presenter.notes(position, texts)
    if has_periods and notes and clocks.style is None:
        clocks = short
    times = times or list(clock_lines(match, position, presenter, texts, clocks))
    return [*recent.in_order, *(notes[:1] if is_live else notes), *times]


def _important(
    match: Match,
    viewer: Side | None,
    position: Position,
    presenter: AnyPresenter,
    texts: Texts,
    hint: Hint | None,
    introduction: Sequence[str],
) -> Sequence[str]:
    """What is more important than the last move: the end of an offer, a hint, what is to be done or tapped.

    Below an offer it is whose turn it is, since a move can be played all the same.
    """
    if has_offer(match):
        return [turn_line(match, viewer, position, presenter, texts, NO_WAIT)]
    if match.offer is not None:
        return [f"**{offer_line(match, match.offer, viewer, texts)}**"]
    if closed := not_accepted(match):
        return [
            texts(_NOT_ACCEPTED_KEYS[kind], player=named(match, side, viewer, texts, begins=True))
            for kind, side in closed
        ]
    if hint is not None and hint.choice is not None:
        why = merit_text(match.record, hint.claim, texts) if hint.claim is not None else None
        return [hint_line(position, presenter, hint.choice, why, texts)]
    if instruction := presenter.instruction(position, texts):
        return [instruction]
    return introduction


def _introduction(
    position: Position, presenter: AnyPresenter, keypad: Keypad | None, texts: Texts, typed_in: TypedIn
) -> Sequence[str]:
    """What green buttons mean and how to turn them off, if there are some; else how to play, at first."""
    if keypad is not None and keypad.suggests:
        return [suggestions_line(presenter, texts), texts("suggestions.off")]
    return presenter.introduction(position, texts, typed_in)


def suggestions_line(presenter: AnyPresenter, texts: Texts) -> Raw:
    """What the buttons of suggested moves have in common."""
    return texts(f"suggestions.{presenter.slug}")


def _missing_engine_line(match: Match, texts: Texts) -> Raw:
    """Which engine is not configured anymore, and the level that moves for it."""
    level = match.require_level()
    return texts(
        "match.engine-missing",
        engine=engine_name(match.game, level),
        level=level_name(match.game, playing_level(match.game, level), texts),
    )


def players_line(
    match: Match, viewer: Side | None, position: Position, presenter: AnyPresenter, texts: Texts
) -> str:
    """Who plays whom, each with their score unless the result has it.

    A line breaks between the two, not between a side, a score and a name, however long names are. Sides are
    words: clients break lines beside any image, also beside a no-break space or a word joiner.
    """
    scores = _scores(match, position, presenter, texts)
    first, second = (_seated(match, side, viewer, position, scores.get(side), texts) for side in Side)
    return f"{first} {'·' if scores else texts('match.versus')} {second}"


def _scores(match: Match, position: Position, presenter: AnyPresenter, texts: Texts) -> Mapping[Side, str]:
    """Each side's score, unless the result has it."""
    is_in_result = match.outcome is not None and presenter.result(position, match.outcome, texts)
    return {} if is_in_result else presenter.scores(position, texts)


def _seated(
    match: Match, side: Side, viewer: Side | None, position: Position, score: str | None, texts: Texts
) -> str:
    """A person's side, the score if there is one, and who plays. A line also breaks between partners.

    While stones are counted, what to do needs the room of the names of a pair.
    """
    presenter = PRESENTERS[match.game]
    pair = pair_names(match, side, texts) if match.is_of_pairs else []
    name, *partner = pair or [_short_player(match, side, viewer, texts)]
    if pair and presenter.instruction(position, texts):
        name, partner = Raw(""), []
    if score and not pair and match.state == MatchState.PLAYING and len(match.members(side)) > 1:
        name = Raw(f"({name})")  # how many people there are is not taken for the score
    is_computer = match.level is not None and not match.members(side)
    # In play a phone has no room for the computer's side, which the other's says.
    side_name = (
        []
        if is_computer and match.state == MatchState.PLAYING
        else [presenter.side_name_in(side, position, texts)]
    )
    points = [f"**{score}**"] if score else []
    # Before "Computer" a number would be taken for how many there are.
    parts = [*side_name, *points, *([name] if name else [])] if side_name else [name, *points]
    is_long = match.teams is not None and match.state == MatchState.OVER  # every member, on several lines
    seated = " ".join(parts) if is_long else " ".join(parts).replace(" ", UNBROKEN)
    return ", ".join([seated, *partner])


def _short_player(match: Match, side: Side, viewer: Side | None, texts: Texts) -> Raw:
    """The player of a side, as short as a phone needs it.

    Of a team it is how many people are on it, of an engine with a name only that.
    """
    count, level = len(match.members(side)), match.level or ""
    if match.state == MatchState.PLAYING and count > 1:
        return texts("team.people", n=count)
    if not count and level and not level.isdigit():
        name = level_name(match.game, level, texts)
        return Raw(name[:1].upper() + name[1:])
    return player(match, side, viewer, texts)
