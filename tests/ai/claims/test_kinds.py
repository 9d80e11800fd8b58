"""What a claim counts where a few moves stand for a match."""

from __future__ import annotations

import math

import pytest

from ai.claims.claim import Claim
from ai.claims.kind import Kind
from ai.claims.kinds import weight
from games.base import Move

WAY = Move("c4-b3"), Move("a4-a3"), Move("b3-a2")


@pytest.mark.parametrize(
    ("claim", "is_first"),
    [
        (Claim(Kind.MISSES_PAST, WAY, 2), True),
        (Claim(Kind.LETS_PAST, WAY, 2), True),
        (Claim(Kind.MISSES_TRAP, WAY[:1], 3), True),
        (Claim(Kind.MISSES_TRAP, WAY[:1], 6), False),
        (Claim(Kind.ONLY_ESCAPE, WAY[:1]), False),
        (Claim(Kind.GIVES_OPPOSITION, (), better=WAY[0]), False),
    ],
)
def test_in_hare_and_hounds_what_can_be_followed_on_the_board_comes_first(
    claim: Claim, is_first: bool
) -> None:
    assert math.isinf(weight(claim, is_counted=False)) is is_first
    assert weight(claim, is_counted=False) > weight(None, is_counted=False)


def test_that_a_hand_is_empty_is_a_mere_sign() -> None:
    claim = Claim(Kind.EMPTIES_HAND, better=WAY[0])
    assert weight(claim, is_counted=False) == weight(None, is_counted=False)
