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
        *(("EUC-CN", "gb18030"), ("MS_KANJI", "cp932"), ("ISO-2022-JP", "iso2022_jp")),
        *(("ISO-8859-15", "iso8859-15"), ("Windows-1251", "cp1251"), ("KOI8-R", "koi8-r")),
        *(("macintosh", "mac_roman"), ("ISO-8859-2", "iso8859-2"), ("Windows-1250", "cp1250")),
    ],
)
def test_an_encoding_that_is_named_is_taken(name: str, encoding: str) -> None:
    letter = next(letter for letter in "一éя" if letter.encode(encoding, "ignore"))
    text = f"(;CA[{name}]PB[{letter}])"
    assert decode(text.encode(encoding)) == (text, encoding)


@pytest.mark.parametrize("name", ["GB2312", "nonsense", "idna", "unicode_escape"])
def test_a_wrong_or_unknown_name_is_of_no_use(name: str) -> None:
    text = f"(;CA[{name}]PB[조훈현])"
    assert decode(text.encode()) == (text, "utf-8")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_byte_order_marks(encoding: str) -> None:
    assert decode("(;PB[조]\r\n)".encode(encoding)).text == "(;PB[조]\n)"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark(encoding: str) -> None:
    text = "(;SZ[9]PB[조];B[ee])"
    assert decode(text.encode(encoding)) == (text, encoding)


def test_every_file_is_text() -> None:
    assert decode(bytes(range(256))).encoding == "latin-1"
    assert decode(b"").text == ""
    assert decode(b"\xff\xfe\x00").encoding == "utf-16-le"


CUT = {
    "cp949": ("EUC-KR", "한국기원"),
    "cp932": ("Shift_JIS", "日本棋院ゾーン"),
    "gb18030": ("GB2312", "中国围棋"),
    "big5": ("Big5", "台灣棋院"),
    "euc_jp": ("EUC-JP", "日本棋院さくら"),
    "utf-8": ("UTF-8", "중국围棋"),
}
RECORDS_WITH_NAMES = (
    b"(;GM[1]%sSZ[19]PW[%s]PB[%s];B[dd];W[pp];B[dp];W[pd])",
    b"(;GM[1]%sSZ[19]PW[%s];B[dd]C[%s];W[pp];B[dp];W[pd])",
    b"(;GM[1]%sSZ[19]PW[%s];B[dd];W[pp];B[dp];W[pd]C[%s])",
)


@pytest.mark.parametrize("encoding", CUT)
@pytest.mark.parametrize("is_named", [False, True])
def test_a_cut_letter_takes_no_bracket_along(encoding: str, is_named: bool) -> None:
    name, text = CUT[encoding]
    named = f"CA[{name}]".encode() if is_named else b""
    whole = text.encode(encoding)
    for length in range(1, len(whole) + 1):
        for record in RECORDS_WITH_NAMES:
            (found,) = read(record % (named, whole, whole[:length])).games
            assert found.problem is None and found.game is not None, length
            assert found.game.record.moves == ("d16", "q4", "d4", "q16"), length


@pytest.mark.parametrize("encoding", ["cp932", "gb18030", "big5"])
def test_letters_whose_second_byte_is_a_bracket_are_read(encoding: str) -> None:
    letter = next(
        letter for letter in map(chr, range(0x3000, 0x9FFF)) if letter.encode(encoding, "ignore")[1:] == b"]"
    )
    name, _ = CUT[encoding]
    text = f"(;CA[{name}]SZ[9]PB[{letter * 3}]PW[a{letter}b];B[ee])"
    assert decode(text.encode(encoding)) == (text, encoding)


def test_a_name_of_western_europe_takes_no_bracket_along() -> None:
    found = read("(;SZ[9]PB[José]PW[Zoë];B[ee];W[cc])".encode("latin-1"))
    assert found.games[0].game is not None and found.encoding == "latin-1"
    assert found.games[0].game.names == ("José", "Zoë")


def test_japanese_in_euc_jp_is_known_by_its_kana() -> None:
    text = "(;SZ[9]PB[さくら]EV[第一期の戦い];B[ee])"
    assert decode(text.encode("euc_jp")) == (text, "euc_jp")
