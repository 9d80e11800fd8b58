"""The other board of a match that is shown in two places, as a plain value."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OtherBoard:
    """A second message that shows a match, in the place of one of its sides."""

    guild_id: int | None
    channel_id: int
    message_id: int | None
    """None until it is posted."""
    shown_version: int
    """The version of the match that the message shows."""
    locale: str | None
    """Discord's locale there."""
