"""Games as text in the form of chess's PGN: for the games that no other program has a format for.

::

    [Game "hare_and_hounds"]
    [Variant "classic"]
    [First "Ana"]
    [Second "Daeguk level 5"]
    [Date "2026-11-05"]
    [Result "0-1"]
    [Termination "resignation"]

    1. a2-a3 b5-b4
    2. b1-b2 0-1

``First`` and ``Second`` are the sides in the order in which they move. Moves are in our own notation; two
make a numbered pair. A match from a position has its diagram (`games.diagram`) in ``Setup``, with ``|``
between the lines. ``Result`` and the last word are ``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` for none.
``Termination`` is a value of `bot.records.base.Ending`. ``{…}`` is a comment, ``(…)`` a variation; both are
skipped. A game begins with its header lines.

Othello and Gomoku in PGN are read as well. No header has to name the game, which is the likeliest one in
which the most moves are legal; names are in ``Black`` and ``White``, and ``1-0`` is a win of Black, who moves
first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.records.base import Ending, GameRecord, Problem, ReadGame, Result
from bot.records.dates import read_dates
from bot.records.following import Follower
from bot.records.move_lists import VARIANTS, follow_likeliest
from games import GAMES
from games.base import Move, Record, RuleError, Side

HEADER = re.compile(r'\[([A-Za-z]{1,40})\s+"((?:[^"\\]|\\.)*+)"\]$')
"""A line of the header: a name and its value, with a backslash before quotes and backslashes in it."""
_SCORES = {Side.FIRST: "1-0", Side.SECOND: "0-1", None: "1/2-1/2"}
_WINNERS = {score: winner for winner, score in _SCORES.items()}
_NUMBER = re.compile(r"[0-9]{1,4}\.+")
"""A move's number: ``12.``, or ``12...`` before a move of the second side."""
_POINT = re.compile(r"[a-z][0-9]{1,2}|pass|pa|ps|--", re.IGNORECASE)
"""A move in a file that does not name its game."""
_OTHER_NAMES = {
    **dict.fromkeys(("othello", "reversi"), "othello"),
    **dict.fromkeys(("gomoku", "renju", "omok", "five in a row"), "gomoku"),
}
"""What other programs call our games, in small letters."""
_WIDTH = 100
"""Characters of a line of moves."""
_ROW_END = "|"


def write_notation(games: Sequence[GameRecord]) -> str:
    """Games, with an empty line between them."""
    return "\n".join(map(_text, games))


def read_notation(text: str) -> Iterator[ReadGame]:
    """The games of a file, in order."""
    headers: dict[str, str] = {}
    begin, body = 1, list[tuple[int, str]]()
    for number, line in enumerate(text.split("\n"), start=1):
        header = HEADER.match(line.strip())
        if header is None:
            if line.strip() and headers:
                body.append((number, line))
            continue
        if body:
            yield _read(headers, body, begin)
            headers, body = {}, []
        begin = begin if headers else number
        headers[header[1]] = re.sub(r"\\(.)", r"\1", header[2])[:1_000]
    if headers:
        yield _read(headers, body, begin)


# --- Writing -----------------------------------------------------------------------------------------


def _text(game_record: GameRecord) -> str:
    record, result = game_record.record, game_record.result
    headers = {
        "Game": record.game,
        "Variant": record.variant,
        "Event": game_record.title,
        "First": game_record.name(Side.FIRST),
        "Second": game_record.name(Side.SECOND),
        "Date": game_record.begun.isoformat() if game_record.begun else "",
        "Result": _score(result),
        "Termination": result.ending or "" if result is not None else "",
    }
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in headers.items() if value]
    if record.setup is not None:
        lines.append(f'[Setup "{record.setup.replace(chr(10), _ROW_END)}"]')
    return "\n".join([*lines, "", *_wrapped(game_record), ""])


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _score(result: Result | None) -> str:
    return "*" if result is None or result.ending is Ending.VOID else _SCORES[result.winner]


def _wrapped(game_record: GameRecord) -> list[str]:
    """The numbered moves, comments and the result, in lines of a readable length."""
    words = []
    for ply in range(len(game_record.record.moves) + 1):
        if ply:
            move = game_record.record.moves[ply - 1]
            words.append(f"{(ply + 1) // 2}. {move}" if ply % 2 else move)
        if comment := game_record.comments.get(ply):
            words.append("{" + " ".join(comment.split()).replace("}", ")") + "}")
    lines, line = [], ""
    for word in [*words, _score(game_record.result)]:
        if line and len(line) + 1 + len(word) > _WIDTH:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    return [*lines, line]


# --- Reading -----------------------------------------------------------------------------------------


def _read(headers: dict[str, str], body: Sequence[tuple[int, str]], begin: int) -> ReadGame:
    """A game; ``body`` has the lines after its header with their numbers, ``begin`` is that of its first."""
    slug = headers.get("Game", "")
    if slug not in GAMES and slug.casefold() not in _OTHER_NAMES:
        return _read_as_pgn(headers, body, begin)
    slug = _OTHER_NAMES.get(slug.casefold(), slug)
    try:
        setup = headers["Setup"].replace(_ROW_END, "\n") if "Setup" in headers else None
        follower = Follower(slug, headers.get("Variant") or GAMES[slug].variants[0], setup)
    except RuleError as error:
        return ReadGame(line=begin, game=None, problem=Problem.of(begin, error))
    problem = _play(follower, body)
    return ReadGame(line=begin, game=_game(headers, follower.record), problem=problem)


def _read_as_pgn(headers: dict[str, str], body: Sequence[tuple[int, str]], begin: int) -> ReadGame:
    """A game as Edax and PlayOK write it: no header names it, and Black moves first."""
    of_game = [headers[header] for header in ("Game", "Variant", "GameType", "Rules") if header in headers]
    names = [value.strip().casefold() for value in of_game]
    slugs = {_OTHER_NAMES[name] for name in names if name in _OTHER_NAMES}
    moves = [(at, _NUMBER.sub("", word, count=1)) for at, word in _moves(body)]
    moves = [(at, word) for at, word in moves if word]
    other = next(((at, word) for at, word in moves if not _POINT.fullmatch(word)), None)  # as of chess
    problem = None
    if headers.get("Game") and not slugs:
        problem = Problem(begin, "record.unknown-game", {"text": headers["Game"][:40]})
    elif other is not None:
        problem = Problem(other[0], "record.no-game-header", {"text": other[1][:40]})
    elif "FEN" in headers:
        problem = Problem(begin, "record.fen")
    if problem is not None:
        return ReadGame(line=begin, game=None, problem=problem)
    variants = [variant for variant in VARIANTS if not slugs or variant[0] in slugs]
    read = follow_likeliest(variants, moves, begin)
    assert read.game is not None  # without a move as well
    return replace(read, game=_game(headers, read.game.record))


def _game(headers: dict[str, str], record: Record) -> GameRecord:
    days = read_dates(headers.get("Date", ""))
    return GameRecord(
        record=record,
        names=(
            headers.get("First") or headers.get("Black", ""),
            headers.get("Second") or headers.get("White", ""),
        ),
        result=_result(headers),
        begun=days[0] if days else None,
        title=headers.get("Event", ""),
    )


def _result(headers: dict[str, str]) -> Result | None:
    score, how = headers.get("Result", "*"), headers.get("Termination", "")
    ending = Ending(how) if how in set(Ending) else None
    if score in _WINNERS:
        return Result(_WINNERS[score], ending)
    return Result(None, ending) if ending is Ending.VOID else None


def _play(follower: Follower, body: Sequence[tuple[int, str]]) -> Problem | None:
    """Play the moves; returns why it ends before the last one."""
    for number, word in _moves(body):
        try:
            if not _NUMBER.fullmatch(word):
                follower.play(Move(follower.parse(_NUMBER.sub("", word, count=1))))
        except RuleError as error:
            return Problem.of(number, error)
    return None


def _moves(body: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The words before the result, with their lines."""
    for number, word in _words(body):
        if word in (*_WINNERS, "*"):
            return
        yield number, word


def _words(body: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The words outside of comments and variations, with their lines."""
    in_comment, depth = False, 0
    for number, line in body:
        for token in re.findall(r"[{}()]|[^\s{}()]+", line):
            if in_comment or token in "{}":
                in_comment = token != "}" if in_comment else token == "{"
            elif token in "()":
                depth = max(0, depth + (1 if token == "(" else -1))
            elif not depth:
                yield number, token
