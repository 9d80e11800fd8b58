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
from dataclasses import dataclass, replace

from bot.records.base import Ending, GameRecord, Problem, ReadGame, Result
from bot.records.dates import read_dates
from bot.records.following import Follower
from bot.records.move_lists import VARIANTS, follow_likeliest, guess
from bot.records.results import is_unknown
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
_WITH_OTHER_PROGRAMS = frozenset(_OTHER_NAMES.values())
"""The games that other programs write as well: their headers can name no variant of ours."""
_SIGN = re.compile(r"\$[0-9]+|[!?]+")
"""What PGN says of how good a move is."""
_WIDTH = 100
"""Characters of a line of moves."""
_ROW_END = "|"


def write_notation(games: Sequence[GameRecord]) -> str:
    """Games, with an empty line between them."""
    return "\n".join(map(_text, games))


def read_notation(text: str) -> Iterator[ReadGame]:
    """The games of a file, in order."""
    headers: dict[str, str] = {}
    notes: list[Problem] = []
    begin, body = 1, list[tuple[int, str]]()
    for number, line in enumerate(text.split("\n"), start=1):
        header = HEADER.match(line.strip())
        if header is None:
            if line.strip() and headers:
                body.append((number, line))
            elif line.strip() and not notes:
                notes.append(Problem(number, "record.outside", {"text": line.strip()[:40]}))
            continue
        if body:
            yield _with_notes(_read(headers, body, begin), notes)
            headers, body, notes = {}, [], []
        begin = begin if headers else number  # a game begins with the first of its headers
        name, value = header[1], re.sub(r"\\(.)", r"\1", header[2])[:1_000]
        if headers.setdefault(name, value) != value:
            said = {"name": name, "text": headers[name][:40], "other": value[:40]}
            notes.append(Problem(number, "record.said-twice", said))
    if headers:
        yield _with_notes(_read(headers, body, begin), notes)


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


def _with_notes(read: ReadGame, notes: Sequence[Problem]) -> ReadGame:
    return replace(read, notes=[*notes, *read.notes])


def _read(headers: dict[str, str], body: Sequence[tuple[int, str]], begin: int) -> ReadGame:
    """A game; ``body`` has the lines after its header with their numbers, ``begin`` is that of its first."""
    slug = headers.get("Game", "")
    slug = _OTHER_NAMES.get(slug.casefold(), slug)
    is_ours = slug in GAMES and (
        slug not in _WITH_OTHER_PROGRAMS
        or headers.get("Variant") in GAMES[slug].variants
        or "Setup" in headers
    )
    if not is_ours:
        return _read_as_pgn(headers, body, begin)
    text = _Text.of(body)
    try:
        setup = headers["Setup"].replace(_ROW_END, "\n") if "Setup" in headers else None
        follower = Follower(slug, headers.get("Variant") or GAMES[slug].variants[0], setup)
    except RuleError as error:
        return ReadGame(line=begin, game=None, problem=Problem.of(begin, error))
    problem = _play(follower, text) or text.problem
    game = _game(headers, text, follower.record)
    return ReadGame(line=begin, game=game, problem=problem, notes=_notes(headers, text, game, begin))


def _read_as_pgn(headers: dict[str, str], body: Sequence[tuple[int, str]], begin: int) -> ReadGame:
    """A game as Edax and PlayOK write it: no header names it, and Black moves first."""
    of_game = [headers[header] for header in ("Game", "Variant", "GameType", "Rules") if header in headers]
    names = [value.strip().casefold() for value in of_game]
    slugs = {_OTHER_NAMES[name] for name in names if name in _OTHER_NAMES}
    text = _Text.of(body)
    moves = [(at, _NUMBER.sub("", word, count=1).rstrip("!?")) for at, word in text.moves]
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
    named = [(slug, variant) for slug, variant in variants if variant.partition("-")[0] in names]
    read = follow_likeliest(named or variants, moves, begin)
    assert read.game is not None  # without a move as well
    game = _game(headers, text, read.game.record)
    notes = [*_notes(headers, text, game, begin)]
    if not named:
        notes.append(guess("record.no-rules" if slugs else "record.no-game", game.record, begin))
    return replace(read, game=game, problem=read.problem or text.problem, notes=notes)


def _notes(headers: dict[str, str], text: _Text, game: GameRecord, begin: int) -> Sequence[Problem]:
    """Notes on moves after the result, and on a result that the file states twice, or in no known form."""
    notes, stated = [], headers.get("Result", "*")
    if text.after is not None:
        notes.append(Problem(text.after[0], "record.after-result", {"text": text.after[1][:40]}))
    if stated != "*" and text.result not in ("*", stated) and text.result in _WINNERS:
        said = {"name": "Result", "text": stated[:40], "other": text.result}
        notes.append(Problem(begin, "record.said-twice", said))
    if game.result is None and stated not in _WINNERS and not is_unknown(stated):
        notes.append(Problem(begin, "record.unreadable-result", {"text": stated[:40]}))
    return notes


def _game(headers: dict[str, str], text: _Text, record: Record) -> GameRecord:
    days = read_dates(headers.get("Date", ""))
    return GameRecord(
        record=record,
        names=(
            headers.get("First") or headers.get("Black", ""),
            headers.get("Second") or headers.get("White", ""),
        ),
        result=_result(headers, text.result),
        begun=days[0] if days else None,
        title=headers.get("Event", ""),
    )


def _result(headers: dict[str, str], last: str) -> Result | None:
    """The result that the header states, or else ``last``, the word after the moves."""
    score, how = headers.get("Result", "*"), headers.get("Termination", "")
    if score == "*":
        score = last
    ending = Ending(how) if how in set(Ending) else None
    if score in _WINNERS:
        return Result(_WINNERS[score], ending)
    return Result(None, ending) if ending is Ending.VOID else None


def _play(follower: Follower, text: _Text) -> Problem | None:
    """Play the moves; returns why it ends before the last one."""
    for number, word in text.moves:
        try:
            if not _NUMBER.fullmatch(word):
                follower.play(Move(follower.parse(_NUMBER.sub("", word, count=1))))
        except RuleError as error:
            return Problem.of(number, error)
    return None


@dataclass(frozen=True, slots=True)
class _Text:
    """What follows the header of a game."""

    moves: Sequence[tuple[int, str]]
    """The words before the result, with their lines: moves and their numbers."""
    result: str
    """The word after the moves; ``*`` if there is none."""
    after: tuple[int, str] | None
    """The line of the first word after the result, and the words in it."""
    problem: Problem | None
    """A comment or a variation that is never closed."""

    @classmethod
    def of(cls, body: Sequence[tuple[int, str]]) -> _Text:
        """The text of these lines."""
        words, problem = _words(body)
        end = next((at for at, (_, word) in enumerate(words) if word in (*_WINNERS, "*")), len(words))
        result = words[end][1] if end < len(words) else "*"
        after = [word for word in words[end + 1 :] if word[1] != result]  # some write the result twice
        same_line = " ".join(word for number, word in after if number == after[0][0])
        return cls(words[:end], result, (after[0][0], same_line) if after else None, problem)


def _words(body: Sequence[tuple[int, str]]) -> tuple[list[tuple[int, str]], Problem | None]:
    """The words outside of comments and variations, with their lines, and a bracket that is never closed.

    Signs for good and bad moves (``$1``), and comments from ``;`` to the end of a line, are left out as well.
    """
    words, opened = list[tuple[int, str]](), list[int]()
    in_comment = False
    for number, line in body:
        for token in re.findall(r"[{}();]|[^\s{}();]+", line):
            if in_comment:
                if token == "}":
                    in_comment = False
                    opened.pop()
            elif token in "{(":
                in_comment = token == "{"
                opened.append(number)
            elif token == ")":
                del opened[-1:]
            elif token == ";":
                break
            elif not opened and token != "}" and not _SIGN.fullmatch(token):
                words.append((number, token))
    return words, Problem(opened[0], "record.unclosed-comment") if opened else None
