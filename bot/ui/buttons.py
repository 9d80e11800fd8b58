"""The rows of buttons below a match: its keypad, its controls, the answers to an offer."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import discord
from discord.ui import ActionRow

from bot.match.endings import can_abort
from bot.presenters.base import BUTTONS_PER_ROW, Keypad, KeypadButton, KeypadRow, Menu, Tone, Viewpoint
from bot.presenters.registry import PRESENTERS, AnyPresenter
from bot.texts import Texts
from bot.ui import AnyView
from bot.ui.custom_ids import Press, PressButton, PressSelect, Verb, press_button, press_select
from data.model import Match, MatchState, OfferKind, PauseReason
from games.base import Position, Side

Row = ActionRow[AnyView]

MAX_COMPONENTS = 40
"""Discord's limit for one message."""
_FIXED_COMPONENTS = 3
"""The text, the picture and the container of a match's message."""

_LABELS_AND_EMOJI = {
    Verb.TYPE: ("button.type", "⌨️"),
    Verb.HINT: ("button.hint", "💡"),
    Verb.SHOW: ("button.show", "🔄"),
    Verb.NUMBERS: ("button.numbers", "🔢"),
    Verb.REVIEW: ("button.review", "🔎"),
    Verb.REMATCH: ("button.rematch", "🔁"),
    Verb.UNDO: ("button.undo", "↩️"),
    Verb.ACCEPT_UNDO: ("button.undo-yes", "↩️"),
    Verb.DECLINE_UNDO: ("button.undo-no", "✋"),
    Verb.DRAW: ("button.draw", "🤝"),
    Verb.ACCEPT_DRAW: ("button.draw-yes", "🤝"),
    Verb.DECLINE_DRAW: ("button.draw-no", "✋"),
    Verb.ADJOURN: ("button.adjourn", "⏸️"),
    Verb.ACCEPT_ADJOURN: ("button.adjourn-yes", "⏸️"),
    Verb.DECLINE_ADJOURN: ("button.adjourn-no", "✋"),
    Verb.RESUME: ("button.resume-match", "▶️"),
    Verb.DECLINE_RESUME: ("button.resume-match-no", "✋"),
    Verb.RESIGN: ("button.resign", "🏳️"),
    Verb.CONFIRM_RESIGN: ("button.resign-yes", "🏳️"),
    Verb.ABORT: ("button.abort", "✖️"),
    Verb.CONFIRM_ABORT: ("button.abort-yes", "✖️"),
    Verb.KEEP_PLAYING: ("button.resign-no", "▶️"),
    Verb.ACCEPT_CHALLENGE: ("button.accept", "✅"),
    Verb.DECLINE_CHALLENGE: ("button.decline", "✖️"),
    Verb.CANCEL_CHALLENGE: ("button.cancel", "🗑️"),
}
"""Text key and emoji of every control."""
_EMOJI_ONLY = frozenset({Verb.ADJOURN})
"""Controls without a label, so that all fit in one row."""
_ANSWERS = {
    OfferKind.TAKEBACK: (Verb.ACCEPT_UNDO, Verb.DECLINE_UNDO),
    OfferKind.DRAW: (Verb.ACCEPT_DRAW, Verb.DECLINE_DRAW),
    OfferKind.ADJOURN: (Verb.ACCEPT_ADJOURN, Verb.DECLINE_ADJOURN),
}
"""How an offer made during play is accepted and declined."""
_OFFER_KEYS = {OfferKind.DRAW: "keypad.offer.draw", OfferKind.ADJOURN: "keypad.offer.adjourn"}
_STYLES = {
    Tone.PLAIN: discord.ButtonStyle.secondary,
    Tone.OWN: discord.ButtonStyle.primary,
    Tone.SELECTED: discord.ButtonStyle.danger,
    Tone.TARGET: discord.ButtonStyle.success,
}


@dataclass(frozen=True, slots=True)
class Control:
    """A button, or an option of a menu, and what pressing it does."""

    verb: Verb
    label: str = ""
    emoji: str | None = None
    argument: str = ""
    disabled: bool = False
    style: discord.ButtonStyle = discord.ButtonStyle.secondary

    @classmethod
    def of(
        cls,
        verb: Verb,
        texts: Texts,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        *,
        disabled: bool = False,
    ) -> Control:
        """The control of a verb that needs no argument."""
        key, emoji = _LABELS_AND_EMOJI[verb]
        return cls(verb, texts.plain(key), emoji, disabled=disabled, style=style)

    @classmethod
    def on_keypad(cls, button: KeypadButton) -> Control:
        """A button of a keypad."""
        verb = Verb.SELECT if button.selects else Verb.MOVE
        style = _STYLES[button.tone]
        return cls(verb, button.label, button.emoji, button.argument, button.disabled, style)

    def button(self, match: Match) -> PressButton:
        """As a component."""
        press = Press(self.verb, match.id, match.position_id, self.argument)
        label = self.label or None
        return press_button(press, label=label, emoji=self.emoji, disabled=self.disabled, style=self.style)


def button_rows(
    match: Match, seen: Viewpoint[Position], presenter: AnyPresenter, texts: Texts
) -> Iterator[Row]:
    """Everything that can be pressed below a match, seen from a viewpoint."""
    if match.state == MatchState.OVER:
        yield _finished_row(match, presenter, texts)
    elif match.paused is not None:
        if match.paused == PauseReason.ADJOURNED:
            yield _adjourned_row(match, texts)
    elif match.offer is not None and match.offer.kind == OfferKind.TAKEBACK:
        yield _undo_request_row(match, texts)
    else:
        yield from _playing_rows(match, seen, presenter, texts)


def _finished_row(match: Match, presenter: AnyPresenter, texts: Texts) -> Row:
    verbs = [Verb.REMATCH]
    if match.moves:
        verbs += [Verb.REVIEW, *([Verb.NUMBERS] if presenter.shows_numbers else [])]
    return ActionRow(*(control(match, verb, texts) for verb in verbs))


def _adjourned_row(match: Match, texts: Texts) -> Row:
    resume = control(match, Verb.RESUME, texts, discord.ButtonStyle.primary)
    decline = [control(match, Verb.DECLINE_RESUME, texts)] if match.offer else []
    return ActionRow(resume, *decline)


def _undo_request_row(match: Match, texts: Texts) -> Row:
    return ActionRow(
        control(match, Verb.ACCEPT_UNDO, texts, discord.ButtonStyle.primary),
        control(match, Verb.DECLINE_UNDO, texts),
        control(match, leaving(match), texts),
    )


def _playing_rows(
    match: Match, seen: Viewpoint[Position], presenter: AnyPresenter, texts: Texts
) -> Iterator[Row]:
    persons_turn = match.user_of(seen.position.to_move) is not None
    keypad, controls = presenter.keypad(seen, texts), _controls(match, persons_turn, texts)
    if not persons_turn:
        keypad = keypad.disabled() if keypad.steady else Keypad(())
    if match.clock is not None and match.offer is None and _has_room(keypad, len(controls)):
        controls.append(Control.of(Verb.ADJOURN, texts))
    for number, row in enumerate(keypad.rows):
        yield _keypad_row(match, row, number)
    if keypad.pans:
        yield from _folded_rows(match, seen, keypad, controls, texts)
    else:
        yield from _control_rows(match, keypad, controls)


def _control_rows(match: Match, keypad: Keypad, controls: Sequence[Control]) -> Iterator[Row]:
    """Actions and controls as buttons."""
    shown = [replace(each, label="") if each.verb in _EMOJI_ONLY else each for each in controls]
    everything = [*map(Control.on_keypad, keypad.actions), *shown]
    for start in range(0, len(everything), BUTTONS_PER_ROW):
        yield _row(match, everything[start : start + BUTTONS_PER_ROW])


def _has_room(keypad: Keypad, controls: int) -> bool:
    """Whether one more control fits in the message."""
    if keypad.pans:
        return True  # controls are in the menu
    rows = sum(2 if isinstance(row, Menu) else 1 + len(row) for row in keypad.rows)
    buttons = len(keypad.actions) + controls + 1
    return _FIXED_COMPONENTS + rows + buttons + math.ceil(buttons / BUTTONS_PER_ROW) <= MAX_COMPONENTS


def _folded_rows(
    match: Match, seen: Viewpoint[Position], keypad: Keypad, controls: Sequence[Control], texts: Texts
) -> Iterator[Row]:
    """The pans and typing (or the keypad's confirm button) as buttons, and everything else in a menu.

    Used when the keypad fills the message. The text that says whose turn it is and what was offered is far
    above such a keypad, so the menu repeats it.
    """
    typing, *others = controls
    beside_pans = replace(typing, label="")
    if keypad.confirm:
        others = [typing, *others]
        beside_pans = Control.on_keypad(keypad.confirm)
    yield _row(match, [*map(Control.on_keypad, keypad.pans), beside_pans])
    moves = map(Control.on_keypad, (*keypad.actions, *keypad.shortcuts))
    numbers = Control.of(Verb.NUMBERS, texts, disabled=not match.moves)
    options = [each for each in (*moves, numbers, *others) if not each.disabled]
    if match.offer is not None:
        answers = _ANSWERS[match.offer.kind]
        options.sort(key=lambda each: each.verb not in answers)
    yield ActionRow(_menu(match, Verb.PICK, 0, _menu_text(match, seen, keypad, texts), options))


def _menu_text(match: Match, seen: Viewpoint[Position], keypad: Keypad, texts: Texts) -> str:
    """The placeholder of a large board's menu: the offer or the turn, and what is in the menu."""
    symbol = PRESENTERS[match.game].symbol(seen.position.to_move, seen.position)
    if match.offer is not None:
        return texts.plain(_OFFER_KEYS[match.offer.kind], symbol=symbol)
    more = texts.plain("keypad.more")
    if keypad.actions:
        more = texts.plain("keypad.more-with", action=keypad.actions[0].label)
    return texts.plain("keypad.turn", symbol=symbol, more=more)


def _keypad_row(match: Match, row: KeypadRow, number: int) -> Row:
    if isinstance(row, Menu):
        options = [*map(Control.on_keypad, row.options)]
        return ActionRow(_menu(match, Verb.MOVE, number, row.placeholder, options))
    return _row(match, [*map(Control.on_keypad, row)])


def _row(match: Match, controls: Sequence[Control]) -> Row:
    return ActionRow(*(each.button(match) for each in controls))


def _menu(match: Match, verb: Verb, number: int, placeholder: str, options: Sequence[Control]) -> PressSelect:
    """A menu of moves (`Verb.MOVE`) or of anything (`Verb.PICK`); ``number`` makes its custom_id unique."""
    values = [each.argument if verb is Verb.MOVE else f"{each.verb}:{each.argument}" for each in options]
    return press_select(
        Press(verb, match.id, match.position_id, str(number)),
        placeholder=placeholder,
        options=[
            discord.SelectOption(label=each.label, value=value, emoji=each.emoji)
            for each, value in zip(options, values, strict=True)
        ],
    )


def _controls(match: Match, persons_turn: bool, texts: Texts) -> list[Control]:
    """The controls of a match in play; the first opens the modal."""
    first_of_person = 1 if match.computer_side is Side.FIRST else 0
    disabled = {
        Verb.TYPE: not persons_turn,
        Verb.HINT: not persons_turn,
        Verb.UNDO: match.ply <= first_of_person,
        Verb.DRAW: can_abort(match),
    }
    controls = [Control.of(verb, texts, disabled=disabled.get(verb, False)) for verb in _control_verbs(match)]
    if match.tokens_only and not persons_turn:  # the computer's move appears only if someone asks for it
        controls.append(Control.of(Verb.SHOW, texts))
    return controls


def _control_verbs(match: Match) -> tuple[Verb, ...]:
    """Four verbs, which fit beside 26 move buttons."""
    if match.level is not None:
        return Verb.TYPE, Verb.HINT, Verb.UNDO, leaving(match)
    if match.offer is None:
        return Verb.TYPE, Verb.UNDO, Verb.DRAW, leaving(match)
    return Verb.TYPE, *_ANSWERS[match.offer.kind], leaving(match)


def leaving(match: Match) -> Verb:
    """The verb that leaves a match: calling it off while that is possible, then resigning."""
    return Verb.ABORT if can_abort(match) else Verb.RESIGN


def control(
    match: Match,
    verb: Verb,
    texts: Texts,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> PressButton:
    """The button of a verb that needs no argument."""
    return Control.of(verb, texts, style).button(match)
