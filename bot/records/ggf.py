"""Games of Othello in the Generic Game Format of the server GGS and of many Othello programs.

It is described at https://www.skatgame.net/mburo/ggsa/ggf. In one line:

    (;GM[Othello]PC[Daeguk]DT[2026.11.05]PB[Ana]PW[Ben]RE[+2.000]TY[8]
      BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5]W[D6]B[C3];)

RE is the number of discs by which Black won, with ``:r`` after a resignation and ``:t`` after a loss on time.
BO is the size, the rows from the top (``*`` black, ``O`` white), and the side to move. A move can have an
evaluation and a time: ``B[F5/1.5/3.2]``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.records.base import Ending, GameRecord, Problem, ReadGame, Result
from bot.records.dates import read_dates
from bot.records.following import Follower
from bot.records.results import is_unknown
from games import diagram as diagrams
from games import replay, start_of
from games.base import PASS, BadNotation, RuleError, Side
from games.othello import OTHELLO, OthelloPosition
from games.setups import set_up

_FLAGS = {Ending.RESIGNATION: ":r", Ending.TIME: ":t"}
_ENDINGS = {flag[1:]: ending for ending, flag in _FLAGS.items()}
_LETTERS = {Side.FIRST: "B", Side.SECOND: "W"}
_MOVERS = {Side.FIRST: "*", Side.SECOND: "O"}
_SYMBOLS = {"*": "X", "O": "O", "-": "."}
_AS_DRAWN = str.maketrans("*xo-", "XXO.")
"""The symbols of BO, in the letters that programs write, to those of our diagrams."""
_TYPED = {typed: symbol for symbol, typed in _SYMBOLS.items()}
_START = re.compile(r"\(\s*;")
_OUTSIDE = re.compile(r"[^\s0-9\x00-\x1f].{0,39}")
"""The first letters of a text that is more than numbers."""
_PROPERTY = re.compile(r"\s*+(?:([A-Za-z]{1,3})\s*+\[([^\]]*+)\]|(;\s*+\))|(\S))")
"""A name and its value; or the end of a game; or anything else, with which the game breaks off."""
_RESULT = re.compile(r"\s*([+-]?[0-9]{1,3}(?:\.[0-9]{1,4})?)(?::([a-z]))?")
"""The discs by which Black won, and the flag."""


def write_ggf(games: Sequence[GameRecord]) -> str:
    """Games of Othello, one a line."""
    return "".join(f"{_line(game_record)}\n" for game_record in games)


def read_ggf(text: str) -> Iterator[ReadGame]:
    """The games of a file, in order."""
    line, at, counted = 1, 0, 0
    while (start := _START.search(text, at)) is not None:
        line += text.count("\n", counted, start.start())
        counted = start.start()
        before = text[at : start.start()]
        properties, at, is_closed = _properties(text, start.end())
        read = _read(properties, line)
        problem = read.problem if is_closed else read.problem or Problem(line, "record.unclosed-game")
        notes = [*_outside(before, line - before.count("\n")), *read.notes]
        if _START.search(text, at) is None:
            notes += _outside(text[at:], line + text.count("\n", counted, at))
        yield replace(read, problem=problem, notes=notes)


def _outside(text: str, line: int) -> Iterator[Problem]:
    """A note on text that is no game, from ``line`` on; GGS writes the number of games before them."""
    if (other := _OUTSIDE.search(text)) is not None:
        yield Problem(line + text.count("\n", 0, other.start()), "record.outside", {"text": other[0].strip()})


# --- Writing -----------------------------------------------------------------------------------------


def _line(game_record: GameRecord) -> str:
    record = game_record.record
    start = start_of(record)
    assert isinstance(start, OthelloPosition)
    properties = {
        "GM": "Othello",
        "PC": "Daeguk",
        "DT": game_record.begun.strftime("%Y.%m.%d") if game_record.begun else "",
        "PB": _clean(game_record.name(Side.FIRST)),
        "PW": _clean(game_record.name(Side.SECOND)),
        "RE": _result(game_record),
        "TY": str(start.size),
        "BO": _board(start),
    }
    written = [f"{name}[{value}]" for name, value in properties.items() if value]
    side = start.to_move
    for move in record.moves:
        written.append(f"{_LETTERS[side]}[{'PA' if move == PASS else move.upper()}]")
        side = side.other
    return f"(;{''.join(written)};)"


def _clean(text: str) -> str:
    """A name without what would end its value: the format has no escapes."""
    return " ".join(re.sub(r"[\[\]();]", " ", text).split())


def _result(game_record: GameRecord) -> str:
    """The discs by which Black won, below 0 if White did, and why it ended early."""
    result = game_record.result
    if result is None or result.ending is Ending.VOID:
        return ""
    if result.winner is None:
        return "+0.000"
    position = replay(game_record.record)
    assert isinstance(position, OthelloPosition)
    discs = result.margin or float(position.size**2)
    sign = "+" if result.winner is Side.FIRST else "-"
    flag = _FLAGS.get(result.ending, "") if result.ending else ""
    return f"{sign}{discs:.3f}{flag}"


def _board(position: OthelloPosition) -> str:
    """The value of BO."""
    rows = position.diagram().split("\n")[: position.size]
    drawn = ("".join(_TYPED[symbol] for symbol in row.split()) for row in rows)
    return f"{position.size} {' '.join(drawn)} {_MOVERS[position.to_move]}"


# --- Reading -----------------------------------------------------------------------------------------


def _properties(text: str, at: int) -> tuple[list[tuple[str, str]], int, bool]:
    """The properties of a game, where it ends, and whether its end is marked."""
    properties: list[tuple[str, str]] = []
    while (token := _PROPERTY.match(text, at)) is not None:
        if token[4]:
            return properties, token.end(), False
        at = token.end()
        if token[3]:
            return properties, at, True
        properties.append((token[1].upper(), token[2]))
    return properties, len(text), False


def _read(properties: Sequence[tuple[str, str]], line: int) -> ReadGame:
    headers: dict[str, str] = {}
    notes: list[Problem] = []
    for header, text in properties:
        if header not in _LETTERS.values() and headers.setdefault(header, text) != text:
            said = {"name": header, "text": headers[header][:40], "other": text[:40]}
            notes.append(Problem(line, "record.said-twice", said))
    try:
        variant, setup = _start(headers)
        follower, problem = Follower("othello", variant, setup), None
    except RuleError as error:
        return ReadGame(line=line, game=None, problem=Problem.of(line, error))
    try:
        for name, value in properties:
            if name in _LETTERS.values():
                side = Side.FIRST if name == "B" else Side.SECOND
                move, *_ = value.split("/")  # an evaluation and a time can follow
                follower.play(follower.parse(move), side)
    except RuleError as error:
        problem = Problem.of(line, error)
    dates = read_dates(headers.get("DT", ""))
    record = GameRecord(
        record=follower.record,
        names=(headers.get("PB", "").strip()[:100], headers.get("PW", "").strip()[:100]),
        result=_result_of(headers.get("RE", ""), follower.position.size**2),
        begun=dates[0] if dates else None,
    )
    size, named = follower.position.size, re.search("[0-9]+", headers.get("TY", ""))
    if named is not None and int(named[0][:3]) != size:
        notes.append(Problem(line, "record.other-size", {"text": headers["TY"][:40], "n": size}))
    stated = headers.get("RE", "")
    if record.result is None and not is_unknown(stated) and not _RESULT.match(stated):
        notes.append(Problem(line, "record.unreadable-result", {"text": stated[:40]}))
    return ReadGame(line=line, game=record, problem=problem, notes=notes)


def _start(headers: dict[str, str]) -> tuple[str, str | None]:
    """The variant of a game, and its setup if it has another start. Raises `RuleError`."""
    if headers.get("GM", "Othello").strip().casefold() not in ("othello", "reversi"):
        raise BadNotation("record.unknown-game", text=headers["GM"][:40])
    typed = re.search("[0-9]+", headers.get("TY", ""))  # 8, or s8r20 with stones by chance
    size, *drawn = headers.get("BO", "").split() or [typed[0] if typed is not None else "8"]
    variant = f"{size}x{size}"
    if variant not in OTHELLO.variants:
        raise BadNotation("record.unknown-size", text=size[:40])
    start = OTHELLO.start(variant)
    if not drawn:
        return variant, None
    board = "".join(drawn).translate(_AS_DRAWN)  # the squares, then the side to move
    if len(board) >= start.size**2 and board[start.size**2 :] not in ("X", "O"):
        raise BadNotation("record.no-mover")
    mover = Side.SECOND if board[-1] == "O" else Side.FIRST
    rows = (board[at : at + start.size] for at in range(0, start.size**2, start.size))
    position = set_up(OTHELLO, variant, diagrams.write(rows, {"to move": diagrams.side_name(mover)}))
    return variant, None if position == start else position.diagram()


def _result_of(text: str, squares: int) -> Result | None:
    """The result; None if there is none, as of more discs than squares: the game is not over."""
    score = _RESULT.match(text)
    if score is None or abs(float(score[1])) > squares:
        return None
    discs = float(score[1])
    ending = _ENDINGS.get(score[2] or "")
    if discs == 0:
        return Result(None)
    return Result(Side.FIRST if discs > 0 else Side.SECOND, ending, abs(discs))
