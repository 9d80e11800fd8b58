"""Writes games as SGF FF[4]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sgfmill import sgf_grammar

from bot.records.base import Ending, GameRecord, Quality, Result
from bot.records.following import color_to_move, colors_of
from bot.records.sgf_games import (
    LETTERS,
    NUMBERS,
    OTHER_MOVES,
    SETUP,
    SETUP_NOTES,
    grid_of,
    point,
    rules_name,
    size_of,
)
from games import diagram, replay, start_of
from games.base import PASS, Move, Position, Record, RuleError, Side
from games.clock import TimeControl
from games.go.position import GoPosition
from games.gomoku.rules import GomokuPosition
from games.grid import Grid
from games.othello import OthelloPosition

_ENDINGS = {Ending.RESIGNATION: "R", Ending.TIME: "T", Ending.FORFEIT: "F"}
_QUALITIES = {
    Quality.DOUBTFUL: ("DO", [""]),
    Quality.BAD: ("BM", ["1"]),
    Quality.VERY_BAD: ("BM", ["2"]),
}
"""The property that marks a move, and its values."""
# A pass is an empty B or W, and DO has no value.
_CAN_BE_EMPTY = frozenset({*LETTERS.values(), OTHER_MOVES, "DO"})
_MINUTE, _DAY = 60, 86_400
_COLORS = {Side.FIRST: "Black", Side.SECOND: "White"}

Properties = dict[str, list[str]]


def write_sgf(games: Sequence[GameRecord], application: str) -> str:
    """A collection of games; ``application`` is the program that writes it, ``Daeguk:1.0``."""
    written = (
        sgf_grammar.serialise_game_tree(_tree(game_record, application), wrap=None) for game_record in games
    )
    return b"\n".join(written).decode("utf-8")


def result_text(result: Result | None, color: Mapping[Side, Side]) -> str:
    """The value of RE; ``color`` is the color of each side."""
    if result is None:
        return ""
    if result.winner is None:
        return "Void" if result.ending is Ending.VOID else "0"
    how = _ENDINGS.get(result.ending) if result.ending else None
    if how is None and result.margin:
        how = f"{result.margin:g}"
    return f"{LETTERS[color[result.winner]]}+{how or ''}"


def _tree(game_record: GameRecord, application: str) -> sgf_grammar.Coarse_game_tree:
    """The tree of a game: a node for each move, after the root.

    A move that SGF has none for is added to the node of the move before it. Where there is a variation, the
    game goes on in a branch of its own.
    """
    record = game_record.record
    grid = grid_of(record.game, size_of(record.game, record.variant))
    position = start_of(record)
    root = branch = sgf_grammar.Coarse_game_tree()
    node = _root(game_record, position, application, grid)
    for ply in range(len(record.moves) + 1):
        if ply:
            move = record.moves[ply - 1]
            written = _move(position, move, grid)
            position = position.play(move)
            if written is None:
                node.setdefault(OTHER_MOVES, []).append(move)
            else:
                branch.sequence.append(_raw(node))
                branch = _with_variation(branch, game_record, ply - 1, grid)
                (letter,) = written  # of the color
                node = written | _left(letter, game_record, ply - 1)
                node |= _quality(game_record, ply - 1)
        _annotate(node, game_record, ply)
    branch.sequence.append(_raw(node))
    _with_variation(branch, game_record, len(record.moves), grid)
    return root


def _quality(game_record: GameRecord, ply: int) -> Properties:
    """How bad the move after ``ply`` moves was."""
    if (quality := game_record.qualities.get(ply)) is None:
        return {}
    name, values = _QUALITIES[quality]
    return {name: values}


def _annotate(node: Properties, game_record: GameRecord, ply: int) -> None:
    """Add to a node what is said of the position after ``ply`` moves. A node can be that of several."""
    if comment := game_record.comments.get(ply):
        node["C"] = ["\n".join([*node.get("C", []), comment])]
    lead = game_record.leads.get(ply)
    if lead is not None:
        node["V"] = [f"{round(lead, 1) + 0.0:g}"]  # + 0.0 makes 0 of -0


def _with_variation(
    branch: sgf_grammar.Coarse_game_tree, game_record: GameRecord, ply: int, grid: Grid
) -> sgf_grammar.Coarse_game_tree:
    """Where the game goes on after ``ply`` moves: in a branch of its own if there is a variation."""
    nodes = _variation(game_record.record, game_record.variations.get(ply, ()), ply, grid)
    if not nodes:
        return branch
    variation, main = sgf_grammar.Coarse_game_tree(), sgf_grammar.Coarse_game_tree()
    variation.sequence = nodes
    is_over = ply == len(game_record.record.moves)
    branch.children = [variation] if is_over else [main, variation]
    return main


def _variation(
    record: Record, moves: Sequence[Move], ply: int, grid: Grid
) -> list[Mapping[str, list[bytes]]]:
    """The nodes of a variation after ``ply`` moves, up to its first move that is not legal."""
    nodes: list[Mapping[str, list[bytes]]] = []
    if not moves:
        return nodes
    position = replay(record.before(ply))
    for move in moves:
        node = _move(position, move, grid)
        try:
            position = position.play(move)
        except RuleError:
            break
        if node is not None:
            nodes.append(_raw(node))
    return nodes


def _move(position: Position, move: Move, grid: Grid) -> Properties | None:
    """A move as a node with B or W alone; None for a move that SGF has none for."""
    if move != PASS and not (move[:1].isalpha() and move[1:].isdecimal()):
        return None
    return {LETTERS[color_to_move(position)]: [point(move, grid)]}


def _left(letter: str, game_record: GameRecord, ply: int) -> Properties:
    """What the player of a color had left after a move; in a clock of days it says nothing."""
    left, control = game_record.left.get(ply), game_record.control
    if left is None or control is None or control.each_turn:
        return {}
    return {
        f"{letter}L": [f"{left.seconds:.1f}"],
        **({f"O{letter}": [str(left.periods)]} if control.periods else {}),
    }


def _raw(node: Properties) -> Mapping[str, list[bytes]]:
    """A node with its values as they stand in brackets, without properties that say nothing."""
    return {
        name: [sgf_grammar.escape_text(value.encode()) for value in values]
        for name, values in node.items()
        if name in _CAN_BE_EMPTY or any(values)
    }


# --- The root ----------------------------------------------------------------------------------------


def _root(game_record: GameRecord, start: Position, application: str, grid: Grid) -> Properties:
    """The root: what is said of the whole game, and how it starts."""
    record = game_record.record
    color = _colors(record)
    names = {color[side]: _line(game_record.name(side)) for side in Side}
    return {
        "FF": ["4"],
        "GM": [str(NUMBERS[record.game])],
        "CA": ["UTF-8"],
        "AP": [application],
        "SZ": [str(grid.size)],
        "RU": [rules_name(record.game, record.variant)],
        "GN": [_line(game_record.title)],
        "DT": [_dates(game_record)],
        "PB": [names[Side.FIRST]],
        "PW": [names[Side.SECOND]],
        "RE": [result_text(game_record.result, color)],
        **_times(game_record.control, color),
        **_start(record, start, grid),
    }


def _colors(record: Record) -> Mapping[Side, Side]:
    """The color of each side at the end, when Swap2 has settled it."""
    position = replay(record)
    return {side: position.color(side) if isinstance(position, GomokuPosition) else side for side in Side}


def _line(text: str) -> str:
    return " ".join(text.split())


def _dates(game_record: GameRecord) -> str:
    days = dict.fromkeys(day for day in (game_record.begun, game_record.ended) if day is not None)
    return ",".join(day.isoformat() for day in days)


def _times(control: TimeControl | None, color: Mapping[Side, Side]) -> Properties:
    """Main time and what comes after it, in the words that other servers use; in a simul, whose."""
    if control is None:
        return {}
    if control.each_turn:
        if control.giver is None:
            return {"OT": [f"{_turn(control.main)} per move"]}
        sides = control.giver, control.giver.other
        turns = [f"{_COLORS[color[side]]}: {_turn(control.whole(side).seconds)} per move" for side in sides]
        return {"OT": [", ".join(turns)]}
    times = {"TM": [f"{control.main:g}"]}
    if control.periods:
        times["OT"] = [f"{control.periods}x{control.period:g} byo-yomi"]
    elif control.increment:
        times["OT"] = [f"{control.increment:g} fischer"]
    return times


def _turn(seconds: float) -> str:
    return f"{seconds / _MINUTE:g} minutes" if seconds < _DAY else f"{seconds / _DAY:g} days"


def _start(record: Record, start: Position, grid: Grid) -> Properties:
    """The start: komi, the handicap, and the stones of a setup, of a handicap or of Othello."""
    properties = _handicap(start) if isinstance(start, GoPosition) else {}
    if record.setup is not None:
        return properties | _stones(start, grid) | _notes(record.setup, start)
    if isinstance(start, OthelloPosition) or "HA" in properties:
        return properties | _stones(start, grid)
    return properties


def _handicap(start: GoPosition) -> Properties:
    stones = start.variant.handicap
    return {"KM": [f"{start.variant.komi:g}"], **({"HA": [str(stones)]} if stones else {})}


def _stones(start: Position, grid: Grid) -> Properties:
    """The stones by color, and the color to move."""
    colors = colors_of(start)
    points = {
        SETUP[side]: [point(grid.name(at), grid) for at, color in enumerate(colors) if color == side]
        for side in Side
    }
    return points | {"PL": [LETTERS[color_to_move(start)]]}


def _notes(setup: str, start: Position) -> Properties:
    """What stones and the color to move do not say of a setup."""
    _, notes = diagram.read(setup)
    for said in ("to move", "variant"):
        notes.pop(said, None)
    if color_to_move(start) is not start.to_move:
        notes["to move"] = diagram.side_name(start.to_move)
    return {SETUP_NOTES: [f"{name}: {value}" for name, value in notes.items()]}
