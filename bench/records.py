"""Holds what is read of collections of games against sgfmill: ``python -m bench.records FOLDER…``.

Every file of the folders that has the extension of a format is read. Of each game of Go in SGF the board
after every stone is compared with sgfmill's board; a game that is not read to its end, or to which stones are
added, is counted by the reason that the reader gives. The last column names the first files of the games that
differ without a reason.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from sgfmill import boards, sgf, sgf_grammar

from bot.records.base import GameRecord, ReadGame
from bot.records.encodings import decode
from bot.records.reading import read
from games import start_of
from games.go.position import GoPosition

EXTENSIONS = ("sgf", "gib", "ngf", "ggf", "psq", "pgn")
_SHOWN = 5
_COLORS = {None: 0, "b": 1, "w": 2}
Stones = bytes
"""The colors of the points of a board, rows from the top."""


def main(folders: Sequence[str]) -> None:
    """Print a table for each folder."""
    for folder in folders:
        counts, different = check(Path(folder))
        print(f"{folder}: {counts.pop('files')} files, {counts.pop('games')} games")
        for reason, n in counts.most_common():
            print(f"  {n:>6}  {reason}")
        for name in different[:_SHOWN]:
            print(f"          {name}")


def check(folder: Path) -> tuple[Counter[str], list[str]]:
    """The games of a folder by what became of them, and the files of games that differ without a reason."""
    counts, different = Counter[str](files=0, games=0), list[str]()
    for path in sorted(path for path in folder.rglob("*") if path.suffix[1:].lower() in EXTENSIONS):
        data = path.read_bytes()
        counts["files"] += 1
        for outcome in compared(data):
            counts["games"] += 1
            counts[outcome] += 1
            if outcome == "different":
                different.append(str(path))
    return counts, different


def compared(data: bytes) -> Iterator[str]:
    """Of each game of a file: ``equal``, ``different``, or the reason why it is not compared."""
    file = read(data)
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
    if own == theirs:
        return "equal"
    return "different"


def _is_refused(game: sgf.Sgf_game) -> bool:
    """Whether sgfmill, too, finds a move that cannot be played."""
    try:
        return not list(_sgfmill_boards(game))
    except ValueError:
        return True


def _own_boards(game: GameRecord) -> list[Stones]:
    """The board after each stone."""
    position, after_stones = start_of(game.record), list[Stones]()
    assert isinstance(position, GoPosition)
    for move in game.record.moves:
        position = position.play(move)
        if move in position.board.index:
            after_stones.append(position.stones)
    return after_stones


def _sgfmill_games(data: bytes) -> list[sgf.Sgf_game]:
    """The games of a file; none if sgfmill refuses it, also after its text was decoded."""
    for content in (data, decode(data).text.encode()):
        try:
            trees = sgf_grammar.parse_sgf_collection(content)
            return [sgf.Sgf_game.from_coarse_game_tree(tree, override_encoding="utf-8") for tree in trees]
        except ValueError:
            continue
    return []


def _sgfmill_boards(game: sgf.Sgf_game) -> Iterator[Stones]:
    """The board after each stone of the main line. Raises ValueError where sgfmill finds no legal move."""
    board = boards.Board(game.get_size())
    for node in game.get_main_sequence():
        if node.has_setup_stones():
            board.apply_setup(*node.get_setup_stones())
        color, point = node.get_move()
        if color is not None and point is not None:
            board.play(*point, color)
            rows = reversed(range(board.side))
            yield bytes(_COLORS[board.get(row, column)] for row in rows for column in range(board.side))


if __name__ == "__main__":
    main(sys.argv[1:])
