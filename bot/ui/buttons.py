"""What can be pressed under a match: the keys of a move, the controls, and the answers to what is asked.

Start reading at `key_rows`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord.ui import ActionRow

from bot.match.endings import can_abort
from bot.presenters import FACES
from bot.presenters.base import BUTTONS_A_ROW, Face, Key, Menu, Pad, PadRow, Sight, Tone
from bot.texts import Texts
from bot.ui.custom_ids import Press, PressButton, PressSelect
from data.model import Match, MatchState, Offer, OfferKind, PauseReason
from games.base import Side

MOST_COMPONENTS = 40
"""Discord's limit for one message."""
_SIGNS_ALONE = ("adjourn",)  # so that the controls stand in one row
_TONES = {
    Tone.PLAIN: discord.ButtonStyle.secondary,
    Tone.OWN: discord.ButtonStyle.primary,
    Tone.CHOSEN: discord.ButtonStyle.danger,
    Tone.GOAL: discord.ButtonStyle.success,
}


def key_rows(match: Match, seen: Sight, face: Face, texts: Texts) -> Iterator[ActionRow[Any]]:
    """All that can be pressed under a match as somebody sees it."""
    if match.state == MatchState.OVER:
        looking = {"review": "🔎", **({"numbers": "🔢"} if face.numbered else {})} if match.moves else {}
        keys = {"rematch": "🔁", **looking}
        yield ActionRow(*(control(match, verb, emoji, texts) for verb, emoji in keys.items()))
        return
    if match.paused is not None:
        yield from _resting_row(match, texts)
        return
    if match.offer is not None and match.offer.kind == OfferKind.TAKEBACK:
        yes = control(match, "undo-yes", "↩️", texts, discord.ButtonStyle.primary)
        yield ActionRow(yes, control(match, "undo-no", "✋", texts), control(match, *leaving(match), texts))
        return
    persons_turn = match.user_of(seen.position.to_move) is not None
    pad, controls = face.pad(seen, texts), _controls(match, persons_turn, texts)
    if not persons_turn:
        pad = pad.disabled() if pad.steady else Pad(())
    if match.clock is not None and match.offer is None and _leaves_room(pad, len(controls)):
        controls.append(Key(texts.plain("button.adjourn"), verb="adjourn", emoji="⏸️"))
    for number, row in enumerate(pad.rows):
        yield _pad_row(match, row, number)
    yield from _folded(match, seen, pad, controls, texts) if pad.pans else _unfolded(match, pad, controls)


def _resting_row(match: Match, texts: Texts) -> Iterator[ActionRow[Any]]:
    """The one key of a match that was put off, and the answer to who asks to go on."""
    if match.paused == PauseReason.ADJOURNED:
        go_on = control(match, "go-on", "▶️", texts, discord.ButtonStyle.primary)
        yield ActionRow(go_on, *([control(match, "go-on-no", "✋", texts)] if match.offer else []))


def _unfolded(match: Match, pad: Pad, controls: Sequence[Key]) -> Iterator[ActionRow[Any]]:
    """Deeds and controls as buttons."""
    keys = [*pad.deeds, *(replace(key, label="") if key.verb in _SIGNS_ALONE else key for key in controls)]
    for start in range(0, len(keys), BUTTONS_A_ROW):
        yield _pad_row(match, keys[start : start + BUTTONS_A_ROW], 0)


def _leaves_room(pad: Pad, controls: int) -> bool:
    """Whether another control has room beside a pad, with the message's words, picture and container."""
    if pad.pans:
        return True  # in the menu
    rows = sum(2 if isinstance(row, Menu) else 1 + len(row) for row in pad.rows)
    keys = len(pad.deeds) + controls + 1
    return 3 + rows + keys + math.ceil(keys / BUTTONS_A_ROW) <= MOST_COMPONENTS


def _folded(
    match: Match, seen: Sight, pad: Pad, controls: Sequence[Key], texts: Texts
) -> Iterator[ActionRow[Any]]:
    """The pad fills the message: panning and typing (or the last deed) as buttons, the rest in a menu.

    The lines that say whose turn it is and what is asked stand far from the keys, above so large a board: the
    menu repeats them.
    """
    typing, *others = controls
    if pad.last:
        others = [typing, *others]
    yield _pad_row(match, [*pad.pans, pad.last or replace(typing, label="")], 0)
    numbers = Key(texts.plain("button.numbers"), verb="numbers", emoji="🔢", disabled=not match.moves)
    more = [key for key in (*pad.deeds, *pad.jumps, numbers, *others) if not key.disabled]
    if match.offer is not None:
        more.sort(key=lambda key: not _is_answer(key, match.offer))
    yield ActionRow(_select(match, "pick", 0, _menu_told(match, seen, pad, texts), more))


def _menu_told(match: Match, seen: Sight, pad: Pad, texts: Texts) -> str:
    """What the menu of a large board says: what is asked, whose turn it is, what is in it."""
    symbol = FACES[match.game].symbol(seen.position.to_move, seen.position)
    if match.offer is not None:
        return texts.plain(f"pad.asked.{match.offer.kind}", symbol=symbol)
    more = texts.plain("pad.more-with", deed=pad.deeds[0].label) if pad.deeds else texts.plain("pad.more")
    return texts.plain("pad.turn", symbol=symbol, more=more)


def _is_answer(key: Key, offer: Offer | None) -> bool:
    return offer is not None and key.verb in (f"{offer.kind}-yes", f"{offer.kind}-no")


def _pad_row(match: Match, row: PadRow, number: int) -> ActionRow[Any]:
    if isinstance(row, Menu):
        return ActionRow(_select(match, "move", number, row.placeholder, row.keys))
    return ActionRow(*(_button(match, key) for key in row))


def _select(match: Match, verb: str, number: int, placeholder: str, keys: Sequence[Key]) -> PressSelect:
    """A menu: of moves (``move``), or of keys of any verb (``pick``)."""
    options = [
        discord.SelectOption(label=key.label, value=_value(verb, key), emoji=key.emoji) for key in keys
    ]
    return PressSelect(
        Press(verb, match.id, match.position_id, str(number)), placeholder=placeholder, options=options
    )


def _value(verb: str, key: Key) -> str:
    return key.argument if verb == "move" else f"{key.verb}:{key.argument}"


def _button(match: Match, key: Key) -> PressButton:
    press = Press(key.verb, match.id, match.position_id, key.argument)
    label = key.label or None
    return PressButton(press, label=label, emoji=key.emoji, disabled=key.disabled, style=_TONES[key.tone])


def _controls(match: Match, persons_turn: bool, texts: Texts) -> list[Key]:
    first_of_person = 1 if match.computer_side is Side.FIRST else 0
    shut = {"type": not persons_turn, "hint": not persons_turn, "undo": match.ply <= first_of_person}
    shut["draw"] = can_abort(match)
    keys = [
        Key(texts.plain(f"button.{verb}"), verb=verb, emoji=emoji, disabled=shut.get(verb, False))
        for verb, emoji in _verbs(match).items()
    ]
    if match.tokens_only and not persons_turn:  # the computer's move may have to be asked for
        keys.append(Key(texts.plain("button.show"), verb="show", emoji="🔄"))
    return keys


def _verbs(match: Match) -> dict[str, str]:
    """The controls of a match that goes on, each with its sign; four, so that 26 keys stand beside them."""
    leave, sign = leaving(match)
    if match.level is not None:
        return {"type": "⌨️", "hint": "💡", "undo": "↩️", leave: sign}
    if match.offer is None:
        return {"type": "⌨️", "undo": "↩️", "draw": "🤝", leave: sign}
    kind, yes = match.offer.kind, {OfferKind.DRAW: "🤝", OfferKind.ADJOURN: "⏸️"}[match.offer.kind]
    return {"type": "⌨️", f"{kind}-yes": yes, f"{kind}-no": "✋", leave: sign}


def leaving(match: Match) -> tuple[str, str]:
    """The control that leaves a match, and its sign."""
    return ("abort", "✖️") if can_abort(match) else ("resign", "🏳️")


def control(
    match: Match,
    verb: str,
    emoji: str,
    texts: Texts,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> PressButton:
    """A button that stands for a verb alone."""
    press = Press(verb, match.id, match.position_id)
    return PressButton(press, label=texts.plain(f"button.{verb}"), emoji=emoji, style=style)
