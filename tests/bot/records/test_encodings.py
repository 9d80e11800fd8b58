"""Files in the encodings of Korea, Japan and China."""

from __future__ import annotations

import pytest

from bot.records.encodings import decode
from bot.records.reading import read

RECORDS = [
    ("cp949", "(;SZ[9]PB[조훈현]PW[이창호]RE[흑불계승];B[ee])"),
    ("cp949", "(;SZ[9]PB[이세돌]PW[똠방각하];B[ee])"),
    ("cp949", "(;SZ[9]PB[신진서]PW[박정환]EV[제3회 바둑리그];B[ee])"),
    ("cp932", "(;SZ[9]PB[武宮正樹]PW[趙治勲];B[ee])"),
    ("cp932", "(;SZ[9]PB[ソフト]PW[さくら];B[ee])"),
    ("cp932", "(;SZ[9]PB[井山裕太]PW[一力遼]EV[第45期棋聖戦];B[ee])"),
    ("gb18030", "(;SZ[9]PB[古力]PW[常昊]EV[第一届杯赛];B[ee])"),
    ("gb18030", "(;SZ[9]PB[柯洁]PW[芈昱廷]RE[白中盘胜];B[ee])"),
    ("gb18030", "(;SZ[9]PB[范廷钰]PW[聂卫平];B[ee])"),
    ("big5", "(;SZ[9]PB[周俊勳]PW[張栩];B[ee])"),
    ("utf-8", "(;SZ[9]PB[조훈현]PW[武宮正樹];B[ee])"),
]


@pytest.mark.parametrize(("encoding", "text"), RECORDS)
def test_an_encoding_that_is_not_named_is_found(encoding: str, text: str) -> None:
    assert decode(text.encode(encoding)) == (text, encoding)
    (found,) = read(text.encode(encoding)).games
    assert found.problem is None and found.game is not None and found.game.record.moves == ("e5",)


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        *(("EUC-KR", "cp949"), ("Shift_JIS", "cp932"), ("SHIFT-JIS", "cp932"), ("GB2312", "gb18030")),
        *(("gbk", "gb18030"), ("Big5", "big5"), ("UTF-8", "utf-8"), ("windows-1252", "cp1252")),
    ],
)
def test_an_encoding_that_is_named_is_taken(name: str, encoding: str) -> None:
    text = f"(;CA[{name}]PB[{'é' if encoding == 'cp1252' else '一'}])"
    assert decode(text.encode(encoding)) == (text, encoding)


@pytest.mark.parametrize("name", ["GB2312", "nonsense", "idna", "unicode_escape"])
def test_a_wrong_or_unknown_name_is_of_no_use(name: str) -> None:
    text = f"(;CA[{name}]PB[조훈현])"
    assert decode(text.encode()) == (text, "utf-8")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_byte_order_marks(encoding: str) -> None:
    assert decode("(;PB[조]\r\n)".encode(encoding)).text == "(;PB[조]\n)"


def test_every_file_is_text() -> None:
    assert decode(bytes(range(256))).encoding == "latin-1"
    assert decode(b"").text == ""
    assert decode(b"\xff\xfe\x00").encoding == "utf-16-le"
