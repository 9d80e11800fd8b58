"""Who plays a match, in words: mentions, the computer with its level, and who is not named on a board."""

from __future__ import annotations

from bot.match.own_board import channel_of
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui.layout import UNBROKEN
from bot.ui.level_names import level_of_all
from data.model.match import DELETED_USER, Match, MatchState
from data.model.relay import present_stint
from games.base import Side


def player(match: Match, side: Side, viewer: Side | None, texts: Texts) -> Raw:
    """The player of a side: a mention, or the computer with its level; of an erased person only that.

    Of a team it is the first member and the number of the others until the match is over. Nobody plays in an
    imported match: its player is the side. A board of the side ``viewer`` names only that (None: both), but
    of two channels that vote against each other, both.
    """
    if match.imported_by is not None:
        return Raw(PRESENTERS[match.game].side_name(side, texts))
    if is_hidden(match, side, viewer):
        return texts("player.elsewhere")
    if match.is_voted and (match.level is None or match.members(side)):
        channel_id = channel_of(match, side)
        return texts("vote.everybody") if channel_id is None else Raw(f"<#{channel_id}>")
    if members := match.members(side):
        if len(members) == 1 or match.state == MatchState.PLAYING:
            others = f"{UNBROKEN}+{len(members) - 1}" if len(members) > 1 else ""
            return Raw(f"{person(members[0], texts)}{others}")
        return Raw(", ".join(person(member, texts) for member in members))
    return texts("player.computer", level=level_of_all(match.game, match.level or "", texts))


def named(match: Match, side: Side, viewer: Side | None, texts: Texts, *, begins: bool = False) -> Raw:
    """A player in a sentence, which ``begins`` with it or not."""
    if not is_hidden(match, side, viewer):
        return player(match, side, viewer, texts)
    name = texts("player.someone-elsewhere")
    return Raw(name[:1].upper() + name[1:]) if begins else name


def is_hidden(match: Match, side: Side, viewer: Side | None) -> bool:
    """Whether a board of the side ``viewer`` does not name a player, who has one in another place."""
    return viewer not in (None, side) and match.teams is None and match.imported_by is None


def stint_line(match: Match, texts: Texts) -> list[str]:
    """In a relay, how many moves the person to move still has, and who follows."""
    stint = present_stint(match)
    if stint is None:
        return []
    if stint.next_id == stint.user_id:
        return [texts("relay.alone")]
    return [texts("relay.stint", n=stint.left, next=person(stint.next_id, texts))]


def person(user_id: int, texts: Texts) -> Raw:
    """A mention of a person; of an erased one only that."""
    return texts("player.deleted") if user_id == DELETED_USER else Raw(f"<@{user_id}>")
