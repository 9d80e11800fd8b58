"""Holds what is read of collections of games against sgfmill: ``python -m bench.records FOLDER…``.

Every file of the folders that has the extension of a format is read. Of each game of Go in SGF the board at
the start and after every stone, the komi, the winner and who begins are compared with what sgfmill reads. A
game that is not read to its end, or to which stones are added, is counted by the reason that the reader
gives. The first files are named of the games that differ without a reason. The last lines count the games and
files on which the reader has a note.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from sgfmill import boards, sgf, sgf_grammar

from bot.records.base import GameRecord, ReadGame
from bot.records.encodings import decode
from bot.records.reading import ReadFile, read
from bot.records.sgf_nodes import is_bare
from games import start_of
from games.go.position import GoPosition

EXTENSIONS = ("sgf", "gib", "ngf", "ggf", "psq", "pgn")
_SHOWN = 5
_COLORS = {None: 0, "b": 1, "w": 2}
_HUNDREDTHS = 100
"""The komi from which on a file means hundredths, as Fox writes them."""
Stones = bytes
"""The colors of the points of a board, rows from the top."""


def main(folders: Sequence[str]) -> None:
    """Print a table for each folder."""
    for folder in folders:
        counts, notes, different = check(Path(folder))
        print(f"{folder}: {counts.pop('files')} files, {counts.pop('games')} games")
        for reason, n in counts.most_common():
            print(f"  {n:>6}  {reason}")
        for name in different[:_SHOWN]:
            print(f"          {name}")
        for key, n in notes.most_common():
            print(f"  {n:>6}  notes: {key}")


def check(folder: Path) -> tuple[Counter[str], Counter[str], list[str]]:
    """The games of a folder by what became of them, the notes on them, and the files of those that differ."""
    counts, notes, different = Counter[str](files=0, games=0), Counter[str](), list[str]()
    for path in sorted(path for path in folder.rglob("*") if path.suffix[1:].lower() in EXTENSIONS):
        data = path.read_bytes()
        file = read(data)
        counts["files"] += 1
        notes.update(note.key for note in file.notes)
        notes.update(key for game in file.games for key in {note.key for note in game.notes})
        for outcome in compared(file, data):
            counts["games"] += 1
            counts[outcome] += 1
            if outcome.startswith("different"):
                different.append(f"{outcome}: {path}")
    return counts, notes, different


def compared(file: ReadFile, data: bytes) -> Iterator[str]:
    """Of each game of a file: ``equal``, ``different`` and what, or the reason why it is not compared."""
    if file.problem is not None and not file.games:
        yield file.problem.key
    others = _sgfmill_games(data)
    for at, game in enumerate(file.games):
        other = others[at] if len(others) == len(file.games) else None
        yield _compared(game, other)


def _compared(read_game: ReadGame, other: sgf.Sgf_game | None) -> str:
    if read_game.problem is not None:
        by = "both refuse" if other is not None and _is_refused(other) else "problem"
        return f"{by}: {read_game.problem.key}"
    assert read_game.game is not None  # there is no problem
    if read_game.game.record.game != "go" or other is None:
        return "read, without another reader"
    notes = {note.key: note.arguments for note in read_game.notes}
    if "record.handicap-added" in notes:
        return "note: record.handicap-added"
    own = _own_boards(read_game.game)
    try:
        theirs = list(_sgfmill_boards(other))
    except ValueError as error:
        return f"sgfmill refuses: {error}"
    skipped = int(notes.get("record.handicap-moves", {"n": 0})["n"])
    theirs = theirs[skipped:]
    if own != theirs:
        return "different"
    differing = list(_differing(read_game.game, frozenset(notes), other))
    return f"different: {', '.join(differing)}" if differing else "equal"


def _differing(game: GameRecord, notes: frozenset[str], other: sgf.Sgf_game) -> Iterator[str]:
    """What else of a game is not as sgfmill reads it, and not said in a note."""
    start = start_of(game.record)
    assert isinstance(start, GoPosition)
    moves = [move for move in (node.get_move() for node in other.get_main_sequence()) if move[0] is not None]
    mended = {"record.added-passes", "record.handicap-moves"}
    if moves and start.to_move != _COLORS[moves[0][0]] and not notes & mended:
        yield "who begins"
    if other.get_root().has_property("KM") and not notes & {"record.other-komi", "record.unreadable-komi"}:
        komi = other.get_komi()
        if komi < _HUNDREDTHS and komi != start.variant.komi:
            yield "komi"
    stated = other.get_root().get("RE") if other.get_root().has_property("RE") else ""
    winner = (
        _COLORS[other.get_winner()] if "+" in stated or len(stated) == 1 else None
    )  # sgfmill takes any first letter
    if winner and (game.result is None or game.result.winner != winner):
        yield "result"


def _is_refused(game: sgf.Sgf_game) -> bool:
    """Whether sgfmill, too, finds a move that cannot be played."""
    try:
        return not list(_sgfmill_boards(game))
    except ValueError:
        return True


def _own_boards(game: GameRecord) -> list[Stones]:
    """The board at the start and after each stone."""
    position = start_of(game.record)
    assert isinstance(position, GoPosition)
    after_stones = [position.stones]
    for move in game.record.moves:
        position = position.play(move)
        if move in position.board.index:
            after_stones.append(position.stones)
    return after_stones


def _sgfmill_games(data: bytes) -> list[sgf.Sgf_game]:
    """The games of a file; none if sgfmill refuses it, also with its text decoded and its first bracket."""
    text = decode(data).text
    for content in (data, text.encode()) if not is_bare(text) else (f"({text}".encode(),):
        try:
            trees = sgf_grammar.parse_sgf_collection(content)
            return [sgf.Sgf_game.from_coarse_game_tree(tree, override_encoding="utf-8") for tree in trees]
        except ValueError:
            continue
    return []


def _sgfmill_boards(game: sgf.Sgf_game) -> Iterator[Stones]:
    """The board before the first stone of the main line, and after each of them.

    Raises ValueError where sgfmill finds no legal move.
    """
    board, is_begun = boards.Board(game.get_size()), False
    for node in game.get_main_sequence():
        if node.has_setup_stones():
            board.apply_setup(*node.get_setup_stones())
        color, point = node.get_move()
        if color is not None and point is not None:
            if not is_begun:
                yield _stones(board)
            is_begun = True
            board.play(*point, color)
            yield _stones(board)
    if not is_begun:
        yield _stones(board)


def _stones(board: boards.Board) -> Stones:
    rows = reversed(range(board.side))
    return bytes(_COLORS[board.get(row, column)] for row in rows for column in range(board.side))


if __name__ == "__main__":
    main(sys.argv[1:])
