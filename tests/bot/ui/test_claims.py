"""Claims in words: what is written of their lines."""

from __future__ import annotations

import pytest

from ai.claims.claim import Claim
from ai.claims.kind import Kind
from bot.texts import texts
from bot.ui.claims import claim_text
from games.base import Move, Record

EN, KO = texts("en"), texts("ko")
HARE, JANGGI = Record("hare_and_hounds", "classic"), Record("twelve_janggi", "classic")
WAY = "b4-b3 a2-a3 b3-a2 a3-a4 a2-a1"
WIN = "a3-a2 a1-b2 c4-b3 c2-c3 Z*c4 b2-c1 b3-c3"


@pytest.mark.parametrize(
    ("record", "kind", "line", "n", "english", "korean"),
    [
        (
            HARE,
            Kind.LETS_PAST,
            WAY,
            3,
            "lets the hare past in 3 moves: b4 → b3 → a2 → a1",
            "토끼가 3번 두어 빠져나감: b4 → b3 → a2 → a1",
        ),
        (
            HARE,
            Kind.MISSES_PAST,
            WAY,
            3,
            "misses the way past the hounds: b4 → b3 → a2 → a1",
            "빠져나갈 길을 놓침: b4 → b3 → a2 → a1",
        ),
        (
            HARE,
            Kind.TRAPPED,
            WAY,
            3,
            "is trapped in 3 moves: b4 → b3 … a2 → a1",
            "상대가 3번 두면 잡힘: b4 → b3 … a2 → a1",
        ),
        (
            JANGGI,
            Kind.KING_FALLS,
            WIN,
            4,
            "loses the King in 4 moves: a3 → a2 … b3 → c3",
            "4번 만에 왕을 잃음: a3 → a2 … b3 → c3",
        ),
        (
            JANGGI,
            Kind.KING_ENTERS,
            WIN,
            4,
            "lets Red's King enter in 4 moves: a3 → a2 … b3 → c3",
            "빨강 왕이 4번에 들어감: a3 → a2 … b3 → c3",
        ),
        (
            JANGGI,
            Kind.LOSES_KING,
            WIN[:29],
            5,
            "loses in 5 moves: a3 → a2 …",
            "상대가 5번에 이김: a3 → a2 …",
        ),
    ],
)
def test_a_line_is_written_to_its_end(
    record: Record, kind: Kind, line: str, n: int, english: str, korean: str
) -> None:
    claim = Claim(kind, tuple(map(Move, line.split())), n)
    assert str(claim_text(record, claim, EN)).replace("~", " ").replace("\u00a0", " ") == english
    assert str(claim_text(record, claim, KO)).replace("~", " ").replace("\u00a0", " ") == korean


@pytest.mark.parametrize(
    ("claim", "english", "korean"),
    [
        (
            Claim(Kind.FEWER_THREATS, n=0, better=Move("h8"), had=3),
            "leaves Black no place for a three or four (h8: 3)",
            "흑: 3이나 4를 만들 곳이 없어짐 (h8: 3곳)",
        ),
        (
            Claim(Kind.MORE_THREATS, n=1, better=Move("h8"), had=0),
            "lets White make a three or four in 1 place (h8: none)",
            "백 쪽이 3이나 4를 만들 곳이 1곳으로 늘어남 (h8: 0곳)",
        ),
    ],
)
def test_none_and_one_are_said_in_words_that_fit(claim: Claim, english: str, korean: str) -> None:
    record = Record("gomoku", "freestyle-15")
    assert claim_text(record, claim, EN) == english
    assert claim_text(record, claim, KO) == korean
