"""A match of hand and brain in words and buttons: what can be named, and who names or plays."""

from __future__ import annotations

from bot.icons import Icon
from bot.presenters.keypad import BUTTON_ROWS, Action, Keypad, KeypadButton, Tone, in_rows
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui.players import person
from bot.ui.recent_moves import name_of_mover
from data.model.hand_and_brain import Seat
from data.model.match import Match
from data.model.pair_turns import computer_seat, region_in, seat_in_turn
from games import replay
from games.base import Side
from games.hare_and_hounds import HarePosition
from games.regions import QUARTERS, grid_of, kind_of_regions, regions


def region_name(match: Match, region: str, texts: Texts) -> str:
    """What a brain has named, as it is said: a quarter, a piece, a hound's point."""
    if isinstance(replay(match.record), HarePosition):
        return region
    return texts.plain(f"region.{region}")


def is_naming(match: Match) -> bool:
    """Whether a brain is to name something in a match in play."""
    if match.teams is None or match.teams.pairs is None:
        return False
    return seat_in_turn(match.teams, match.record, match.position_id) is Seat.BRAIN


def named_in_words(match: Match, texts: Texts) -> list[str]:
    """What the hand plays in or with, in a sentence: the last change once it is named; none before."""
    region = region_in(match.teams, match.record, match.position_id) if match.is_active else None
    return [texts.plain("brain.named", region=region_name(match, region, texts))] if region else []


def pair_names(match: Match, side: Side, texts: Texts) -> list[Raw]:
    """Who is the brain of a side, and who its hand; nobody where the computer is both."""
    if match.teams is None or not match.members(side):
        return []
    seated = [match.teams.seated(side, seat) for seat in Seat]
    return [texts("brain.computer") if user_id is None else person(user_id, texts) for user_id in seated]


def naming_keypad(match: Match, texts: Texts) -> Keypad | None:
    """What a brain can name now, a button for each; None if nothing is to be named."""
    if not is_naming(match):
        return None
    choices, position = regions(match.record), replay(match.record)
    is_quarter, is_hound = grid_of(position) is not None, isinstance(position, HarePosition)
    buttons = [
        KeypadButton(
            region_name(match, region, texts),
            region,
            Action.NAME,
            emoji=Icon.HOUND if is_hound else None,
            disabled=region not in choices,
            tone=Tone.MOVE,
        )
        for region in (QUARTERS if is_quarter else choices)
    ]
    keypad = Keypad(in_rows(buttons, BUTTON_ROWS, 3 if is_hound else 2))
    waits = computer_seat(match.teams, match.record, match.position_id) is not None
    return keypad.disabled() if waits else keypad


def pair_line(match: Match, texts: Texts) -> Raw | None:
    """Who names, or who plays what was named; None where neither is to be done."""
    record, position_id = match.record, match.position_id
    seat = seat_in_turn(match.teams, record, position_id) if match.is_of_pairs and match.teams else None
    position = replay(record)
    user_id = match.user_of(position.to_move)
    if seat is None or user_id is None:
        return None
    presenter, region = PRESENTERS[match.game], region_in(match.teams, record, position_id)
    is_computer = computer_seat(match.teams, record, position_id) is not None
    return texts(
        "brain.plays" if seat is Seat.HAND else f"brain.names.{kind_of_regions(position)}",
        symbol=Raw(presenter.symbol(position.to_move, position)),
        side=name_of_mover(position, presenter, texts),
        player=texts("brain.computer") if is_computer else person(user_id, texts),
        region=region_name(match, region, texts) if region is not None else "",
    )
