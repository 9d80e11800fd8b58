"""Chances that last: what a player overlooks, it overlooks for some moves."""

from __future__ import annotations

from hashlib import blake2b
from statistics import NormalDist

_LASTS = 6
"""For how many plies a chance stays the same."""
_NORMAL = NormalDist()


class Dice:
    """The chances of a player in one position: the same for the same seed, name and time.

    ``seed`` is the player's in this match, ``ply`` the number of moves before this one. Every name has its
    own plies at which its chance is drawn anew.
    """

    def __init__(self, seed: int, ply: int) -> None:
        self._seed, self._ply = seed, ply

    def lasting(self, name: str) -> float:
        """Return a number between 0 and 1, ends excluded, that stays the same for some plies."""
        first = int(_LASTS * self._fraction(name, 0))
        return self._fraction(name, 1 + (self._ply + first) // _LASTS)

    def noise(self, name: str) -> float:
        """Return a number of the standard normal distribution, which is drawn anew at each ply."""
        return _NORMAL.inv_cdf(self._fraction(name, -1 - self._ply))

    def _fraction(self, name: str, time: int) -> float:
        drawn = blake2b(f"{self._seed} {time} {name}".encode(), digest_size=6).digest()
        return (int.from_bytes(drawn, "big") + 0.5) / (1 << 48)
