"""A match as one message: players, board, whose turn, the keys of a move and a control row.

Start reading at `match_view`. Every function is from a match to components; nothing is remembered.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, MediaGallery, TextDisplay

from bot.faces import FACES
from bot.faces.base import BUTTONS_A_ROW, Face, Key, Menu, Pad, PadRow, Sight, Tone
from bot.leaving import is_called_off, may_call_off
from bot.offers import ADJOURN, DRAW, RESUME, UNDO
from bot.resting import ADJOURNED
from bot.sight import sight
from bot.texts import Raw, Texts
from bot.views.clocks import clock_lines
from bot.views.press import Press, PressButton, PressSelect
from data.matches import Match, Offer
from games import replay
from games.base import PASS, Outcome, Position, Side

PICTURE = "board.png"
GOING, OVER = discord.Colour(0x3BA55D), discord.Colour(0x80848E)
"""The edge of what goes on, and of what is over or rests."""
_MOST_ALT = 1024
_MOST_COMPONENTS = 40
_RECENT_PLIES = 3  # enough to show a pass before the last move and one after it
_SIGNS_ALONE = ("adjourn",)  # so that the controls stand in one row
_TONES = {
    Tone.PLAIN: discord.ButtonStyle.secondary,
    Tone.OWN: discord.ButtonStyle.primary,
    Tone.CHOSEN: discord.ButtonStyle.danger,
    Tone.GOAL: discord.ButtonStyle.success,
}


def player(match: Match, side: Side, texts: Texts) -> Raw:
    """Who plays ``side``: a mention, or the computer with its level."""
    user_id = match.user_of(side)
    if user_id is not None:
        return Raw(f"<@{user_id}>")
    return texts("player.computer", level=Raw(level_name(match.game, match.level or "", texts)))


def level_name(slug: str, level: str, texts: Texts) -> str:
    """A level as people call it: its number, or the name of a source's own player."""
    return (
        texts.plain("level.number", level=level) if level.isdigit() else texts.plain(f"level.{slug}.{level}")
    )


def title(match: Match, texts: Texts) -> Raw:
    """The match's first line: game, variant, number."""
    game = texts.plain(f"game.{match.game}")
    variant = FACES[match.game].variant(match.variant, texts)
    return texts("match.title", game=f"{game} {variant}".strip(), id=match.id)


def match_view(
    match: Match,
    texts: Texts,
    cursor: str = "",
    *,
    keys: bool = True,
    ahead: int = 0,
    epoch: float = 0.0,
) -> LayoutView:
    """The whole message of a match that goes on or is over; its picture is `PICTURE`.

    ``cursor`` is what a ``look`` key asked to see; without ``keys`` nothing can be pressed; ``ahead`` are
    before its computer in the queue; ``epoch`` is the unix time from which clocks count. Everything stands
    in a container, but for the largest pads: those need the one component that a container is.
    """
    seen, face = sight(match, cursor), FACES[match.game]
    alt = face.describe(seen.position, texts)[:_MOST_ALT]
    picture = discord.MediaGalleryItem(f"attachment://{PICTURE}", description=alt)
    told = TextDisplay[Any]("\n".join(_lines(match, seen.position, face, texts, ahead, epoch)))
    parts = [told, MediaGallery(picture), *(_rows(match, seen, face, texts) if keys else ())]
    if _components(parts) >= _MOST_COMPONENTS:
        return layout(*parts)
    return layout(Container(*parts, accent_colour=GOING if match.is_on else OVER))


def _components(parts: Sequence[Item[Any]]) -> int:
    return sum(1 + len(getattr(part, "children", ())) for part in parts)


def layout(*parts: Item[Any]) -> LayoutView:
    """A message of these parts."""
    view = LayoutView(timeout=None)
    for part in parts:
        view.add_item(part)
    return view


def _lines(
    match: Match, position: Position, face: Face, texts: Texts, ahead: int, epoch: float
) -> Iterator[str]:
    yield title(match, texts)
    standing = face.standing(position, texts)
    first, second = player(match, Side.FIRST, texts), player(match, Side.SECOND, texts)
    score = f"**{standing[Side.FIRST]} : {standing[Side.SECOND]}**" if standing else texts("match.versus")
    yield f"{face.symbols[Side.FIRST]} {first} {score} {second} {face.symbols[Side.SECOND]}"
    yield from (f"-# {line}" for line in _history(match, face, texts))
    if match.state == "playing":
        yield from (f"-# {line}" for line in face.notes(position, texts))
        yield from (f"-# {line}" for line in clock_lines(match, face, texts, epoch))
    yield _status(match, position, face, texts, ahead)


def _history(match: Match, face: Face, texts: Texts) -> Iterator[str]:
    """The last move, and the passes that were forced around it."""
    plies = range(max(0, match.ply - _RECENT_PLIES), match.ply)
    before = {ply: replay(match.record.before(ply)) for ply in plies}
    forced = {ply for ply in plies if list(before[ply].legal_moves()) == [PASS]}
    # What keeps the turn, as marking dead stones does, is seen on the board.
    told = [
        ply for ply in plies if ply not in forced and before[ply].to_move is not _after(match, ply).to_move
    ]
    last = max(told, default=None)
    for ply in plies:
        side = before[ply].to_move
        if ply in forced and (last is None or ply >= last - 1):
            yield texts("match.forced-pass", side=face.side(side, texts))
        elif ply == last:
            named = Raw(f"{face.symbols[side]} {face.side(side, texts)}")
            move = Raw(f"**{face.say(match.moves[ply], texts)}**")
            yield texts("match.last-move", side=named, move=move, n=ply + 1)


def _after(match: Match, ply: int) -> Position:
    return replay(match.record.before(ply + 1))


def _status(match: Match, position: Position, face: Face, texts: Texts, ahead: int) -> str:
    if match.state == "over":
        return "### " + result_line(match, position, face, texts)
    if match.paused is not None:
        rests = texts(f"match.{match.paused}")
        return f"{rests}\n{_request(match, match.offer, texts)}" if match.offer else rests
    if match.offer is not None and match.offer.kind == UNDO:
        return _request(match, match.offer, texts)
    side = position.to_move
    thinking = "match.waiting" if ahead else "match.thinking"
    key = thinking if match.user_of(side) is None else "match.turn"
    turn = texts(key, symbol=Raw(face.symbols[side]), player=player(match, side, texts), n=ahead)
    return f"{_request(match, match.offer, texts)}\n{turn}" if match.offer else turn


def _request(match: Match, offer: Offer, texts: Texts) -> str:
    """What one player asks of the other."""
    key = {
        UNDO: "match.undo-asked",
        DRAW: "match.draw-offered",
        ADJOURN: "match.adjourn-asked",
        RESUME: "match.resume-asked",
    }[offer.kind]
    told = {"player": player(match, offer.side, texts), "opponent": player(match, offer.side.other, texts)}
    return "**" + texts(key, **told) + "**"


def result_line(match: Match, position: Position, face: Face, texts: Texts) -> str:
    """Who won, how, and the score."""
    outcome = Outcome(match.winner, match.reason or "")
    reason = texts(outcome.reason)
    if is_called_off(match):
        return reason
    if outcome.winner is None:
        told = texts("match.drawn", reason=reason)
    else:
        winner = player(match, outcome.winner, texts)
        told = texts("match.won", symbol=Raw(face.symbols[outcome.winner]), player=winner, reason=reason)
    score = face.result(position, outcome, texts)
    return f"{told} {score}".strip()


def _rows(match: Match, seen: Sight, face: Face, texts: Texts) -> Iterator[ActionRow[Any]]:
    if match.state == "over":
        again = control(match, "rematch", "🔁", texts)
        yield ActionRow(again, *([control(match, "numbers", "🔢", texts)] if face.numbered else []))
        return
    if match.paused is not None:
        yield from _resting_row(match, texts)
        return
    if match.offer is not None and match.offer.kind == UNDO:
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
    yield from _folded(match, pad, controls, texts) if pad.pans else _unfolded(match, pad, controls)


def _resting_row(match: Match, texts: Texts) -> Iterator[ActionRow[Any]]:
    """The one key of a match that was put off, and the answer to who asks to go on."""
    if match.paused == ADJOURNED:
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
    return 3 + rows + keys + math.ceil(keys / BUTTONS_A_ROW) <= _MOST_COMPONENTS


def _folded(match: Match, pad: Pad, controls: Sequence[Key], texts: Texts) -> Iterator[ActionRow[Any]]:
    """The pad fills the message: panning and typing (or the last deed) as buttons, the rest in a menu."""
    typing, *others = controls
    if pad.last:
        others = [typing, *others]
    yield _pad_row(match, [*pad.pans, pad.last or replace(typing, label="")], 0)
    numbers = Key(texts.plain("button.numbers"), verb="numbers", emoji="🔢", disabled=not match.moves)
    more = [key for key in (*pad.deeds, *pad.jumps, numbers, *others) if not key.disabled]
    told = texts.plain("pad.more-with", deed=pad.deeds[0].label) if pad.deeds else texts.plain("pad.more")
    yield ActionRow(_select(match, "pick", 0, told, more))


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
        Press(verb, match.id, match.stamp, str(number)), placeholder=placeholder, options=options
    )


def _value(verb: str, key: Key) -> str:
    return key.argument if verb == "move" else f"{key.verb}:{key.argument}"


def _button(match: Match, key: Key) -> PressButton:
    press = Press(key.verb, match.id, match.stamp, key.argument)
    label = key.label or None
    return PressButton(press, label=label, emoji=key.emoji, disabled=key.disabled, style=_TONES[key.tone])


def _controls(match: Match, persons_turn: bool, texts: Texts) -> list[Key]:
    first_of_person = 1 if match.computer_side is Side.FIRST else 0
    shut = {"type": not persons_turn, "hint": not persons_turn, "undo": match.ply <= first_of_person}
    shut["draw"] = may_call_off(match)
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
    kind, yes = match.offer.kind, {DRAW: "🤝", ADJOURN: "⏸️"}[match.offer.kind]
    return {"type": "⌨️", f"{kind}-yes": yes, f"{kind}-no": "✋", leave: sign}


def leaving(match: Match) -> tuple[str, str]:
    """The control that leaves a match, and its sign."""
    return ("abort", "✖️") if may_call_off(match) else ("resign", "🏳️")


def control(
    match: Match,
    verb: str,
    emoji: str,
    texts: Texts,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> PressButton:
    """A button that stands for a verb alone."""
    press = Press(verb, match.id, match.stamp)
    return PressButton(press, label=texts.plain(f"button.{verb}"), emoji=emoji, style=style)
