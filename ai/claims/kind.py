"""`Kind`: what can be claimed of a move, and the limits of the kinds that count."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What is claimed. *The mover* plays the move, *the opponent* answers it.

    A claim's line begins with the opponent's answer, or, where the mover has missed something, with the move
    that was better. `ai.claims.kinds.OF_MISSED` has those of the second sort. In Othello, results are with
    best play, and empty squares go to the winner. In Twelve Janggi, a piece is taken for nothing if it is no
    King, and what takes it cannot be taken. What an answer does in Othello, the same answer does not do after
    the better move.
    """

    OVERLINE = "gomoku.overline"
    """The move makes a row of more than five, which does not win."""
    MISSES_FIVE = "gomoku.misses-five"
    """The better move makes a five."""
    LEAVES_FIVE = "gomoku.leaves-five"
    """The opponent makes a five on a point that could be stopped."""
    STOPS_LESS = "gomoku.stops-less"
    """As `LEAVES_FIVE`, and the move takes a point where the opponent only threatened to make a four."""
    MISSES_OPEN_FOUR = "gomoku.misses-open-four"
    """The better move makes a straight four, and the opponent has no five first."""
    LEAVES_THREE = "gomoku.leaves-three"
    """The opponent's answer makes a straight four, did so before the move, and could be stopped."""
    MISSES_FOUR_THREE = "gomoku.misses-four-three"
    """The better move makes a four and an open three, and wins by force."""
    MISSES_DOUBLE_THREE = "gomoku.misses-double-three"
    """The better move makes two open threes, and wins by force."""
    MISSES_DOUBLE_FOUR = "gomoku.misses-double-four"
    """The better move makes two fours, and wins by force."""
    ALLOWS_FOUR_THREE = "gomoku.allows-four-three"
    """The opponent's answer makes a four and an open three, and wins by force."""
    ALLOWS_DOUBLE_THREE = "gomoku.allows-double-three"
    """The opponent's answer makes two open threes, and wins by force."""
    ALLOWS_DOUBLE_FOUR = "gomoku.allows-double-four"
    """The opponent's answer makes two fours, and wins by force."""
    FORBIDDEN_STOP = "gomoku.forbidden-stop"
    """The opponent's answer makes a four that the rules forbid the mover to stop: the line's second point."""
    LOSES = "gomoku.loses"
    """The opponent wins by force with ``n`` moves."""
    STILL_LOSES = "gomoku.still-loses"
    """As `LOSES`, although the move stops each straight four that the opponent threatened."""
    MISSES_WIN = "gomoku.misses-win"
    """The better move wins by force, with ``n`` moves of the mover."""
    FORCES_FOUR = "gomoku.forces-four"
    """The move makes a four whose only stop, the line's first move, makes a four of the opponent."""
    FORCES_THREE = "gomoku.forces-three"
    """As `FORCES_FOUR`, but the stop makes an open three."""
    ALLOWS_THREE = "gomoku.allows-three"
    """The opponent's answer makes an open three, which it does not after the better move."""
    MISSES_THREE = "gomoku.misses-three"
    """The better move makes an open three, and the move neither a three nor a four."""
    ALLOWS_FOUR = "gomoku.allows-four"
    """The opponent's answer makes a four, which it does not after the better move."""
    MORE_THREATS = "gomoku.more-threats"
    """The opponent can make a four or an open three on ``n`` points, many more than ``had``.

    These are the points after the better move, `ai.claims.checkers.gomoku_threats.threat_points`.
    """
    FEWER_THREATS = "gomoku.fewer-threats"
    """As `MORE_THREATS` of the mover: ``n`` points, many fewer than ``had``."""

    LEAVES_KEY = "gomoku.leaves-key"
    """The opponent's answer is on the point of the better move."""

    GIVES_CORNER = "othello.gives-corner"
    """The opponent's answer takes a corner, which it cannot after the better move."""
    MISSES_CORNER = "othello.misses-corner"
    """The better move takes a corner, and the move takes none."""
    ONLY_WIN = "othello.only-win"
    """The better move wins, and no other does."""
    WIN_TO_LOSS = "othello.win-to-loss"
    """The mover loses with ``n`` discs, and wins with ``had`` after the better move."""
    WIN_TO_DRAW = "othello.win-to-draw"
    """The mover draws, and wins with ``had`` discs after the better move."""
    DRAW_TO_LOSS = "othello.draw-to-loss"
    """The mover loses with ``n`` discs, and draws after the better move."""
    FEWER_DISCS = "othello.fewer-discs"
    """The mover ends with ``n`` discs, and ``had`` after the better move; the winner is the same."""
    WIPED_OUT = "othello.wiped-out"
    """The opponent's answer leaves the mover without a disc."""
    SKIPPED = "othello.skipped"
    """After the opponent's answer the mover has no move and passes."""
    RUNS_OUT = "othello.runs-out"
    """After the opponent's answer, each move of the mover lets the opponent take a corner."""
    LOSES_CORNER = "othello.loses-corner"
    """The opponent takes a corner with its ``n``th move at the latest, whatever the mover plays.

    The line begins with the opponent's answer. After the better move it cannot force that.
    """
    FEW_MOVES = "othello.few-moves"
    """After the opponent's answer the mover has only ``n`` moves, at most `FEW`, many fewer than before."""
    MISSES_PASS = "othello.misses-pass"
    """After the better move the opponent has no move and passes; after the move it has some."""
    SECURES = "othello.secures"
    """The opponent's answer makes ``n`` discs on edges safe, at least `SAFE` more than before.

    They reach a corner of the opponent's without a gap.
    """
    WEDGES = "othello.wedges"
    """The opponent's answer is on an edge between two discs of the mover; after the better move it is not."""
    X_SQUARE = "othello.x-square"
    """The move is diagonally beside an empty corner, the line's first square; the better move is not."""
    C_SQUARE = "othello.c-square"
    """The move is on an edge beside an empty corner, the line's first square; the better move is not."""
    OPENS_MOVES = "othello.opens-moves"
    """The opponent has ``n`` moves after the move, many more than ``had``, those after the better one."""
    LESS_ROOM = "othello.less-room"
    """The mover has ``n`` moves after the answer, many fewer than ``had``.

    These are the moves after the better one and the answer to that, the line's second move.
    """
    TURNS_MANY = "othello.turns-many"
    """The move turns ``n`` discs, many more than ``had``, those of the better move.

    More than a third of the squares are empty.
    """
    FRONTIER = "othello.frontier"
    """Of the mover's discs ``n`` are beside empty squares, many more than ``had`` after the better move."""
    PARITY = "othello.parity"
    """The move is in a region of ``n`` empty squares, an even number, the better one in an odd of ``had``.

    At most `LATE` squares are empty.
    """

    LEAVES_SQUARE = "othello.leaves-square"
    """The opponent's answer is on the square of the better move."""
    OPENS_SQUARE = "othello.opens-square"
    """The opponent's answer could not be played before the move, and cannot after the better one."""
    LEAVES_OPEN = "othello.leaves-open"
    """The opponent's answer could be played before the move, too, and cannot after the better one."""
    LOSES_SQUARE = "othello.loses-square"
    """After the opponent's answer, which is elsewhere, the mover cannot play the better move anymore."""

    SELF_ATARI = "go.self-atari"
    """The move captures nothing, and the opponent's answer captures its chain of ``n`` stones."""
    LEAVES_ATARI = "go.leaves-atari"
    """The opponent's answer captures ``n`` stones that were in atari, and that the better move saves."""
    SNAPBACK = "go.snapback"
    """The move captures, and the opponent's answer takes its chain: ``n`` stones, more than were captured."""
    LADDER = "go.ladder"
    """The opponent's answer catches the ``n`` stones on the line's second point; not after the better move.

    A chain is caught that is captured however it runs, where each move of the chase puts it in atari.
    """
    RUNS_IN_LADDER = "go.runs-in-ladder"
    """The move saves a chain from atari, and the opponent's answer catches it all the same: ``n`` stones."""
    LADDER_BREAKS = "go.ladder-breaks"
    """The move puts ``n`` stones in atari, at least two, which escape by the answer."""
    MISSES_LADDER = "go.misses-ladder"
    """The better move catches the ``n`` stones on the line's second point; after the move they escape."""
    MISSES_CAPTURE = "go.misses-capture"
    """The better move captures ``n`` stones, and the move none."""
    DOUBLE_ATARI = "go.double-atari"
    """The opponent's answer puts two chains in atari; not after the better move."""
    MISSES_DOUBLE_ATARI = "go.misses-double-atari"
    """The better move puts two chains in atari."""
    NET = "go.net"
    """After the opponent's answer, no atari, the ``n`` stones on the line's second point are trapped.

    A chain is trapped that is caught, see `LADDER`, after each move of its side. It is not after the better
    move.
    """
    MISSES_NET = "go.misses-net"
    """The better move, no atari, traps the ``n`` stones on the line's second point.

    They escape after the move.
    """
    LETS_JOIN = "go.lets-join"
    """The opponent's answer makes one chain of two of its chains, the smaller of ``n`` stones.

    After the better move they cannot be joined in one move. The line's second and third points are stones of
    the chains.
    """
    FEW_LIBERTIES = "go.few-liberties"
    """After the opponent's answer the mover's chain on the line's second point has only ``n`` liberties.

    They are at most `SHORT`, and at least two fewer than ``had``, those after the better move and the answer
    to that, the line's third move. It has at least `BIG` stones.
    """
    FREES = "go.frees"
    """After the opponent's answer its chain on the line's second point has ``n`` liberties.

    They are at least two more than ``had``, at most `SHORT`, as `FEW_LIBERTIES` says.
    """
    LETS_SAVE = "go.lets-save"
    """The opponent's answer saves the ``n`` stones on the line's second point.

    The mover could have captured them. After the better move they are caught.
    """
    LESS_SPACE = "go.less-space"
    """After the opponent's answer the mover's group on the line's second point has room on ``n`` points.

    These are the empty points that it reaches without crossing the other color: at most `ROOM`, and fewer by
    three and a third than ``had``, those after the better move and the answer to that, the third move.
    """
    UNANSWERED = "go.unanswered"
    """The better move and the opponent's answer are near its last stone, the line's second point.

    The move is far from it.
    """
    UNANSWERED_CUT = "go.unanswered-cut"
    """As `UNANSWERED`, and the answer separates the mover's stones on the line's third and fourth points.

    At most two stones were missing between them, at least two more are after the answer, fewer after the
    better move.
    """
    UNANSWERED_BREAK = "go.unanswered-break"
    """As `UNANSWERED`, and the answer breaks into the mover's area: the points that are nearer to its stones.

    The answer would be in it without the last stone, and leaves it at least five points fewer; not after the
    better move.
    """
    PASSES = "go.passes"
    """The move is a pass, and the better one in one of the regions of ``n`` points that are nobody's."""
    INSIDE_OWN = "go.inside-own"
    """The move is in an empty region that only the mover's stones touch, and the better move is not.

    The region is at most a quarter of the board.
    """
    INSIDE_OTHERS = "go.inside-others"
    """As `INSIDE_OWN` of the opponent's stones, in half as large a region; it captures nothing."""
    EMPTY_CORNER = "go.empty-corner"
    """The better move is in a corner without a stone, and the move is in none; on the larger boards."""
    EMPTY_SIDE = "go.empty-side"
    """The better move is on a side without a stone between its corners, and the move on none; see above."""
    FIRST_LINE = "go.first-line"
    """The move is on the first line, touches no stone, and most of the board is empty; the better is not."""
    CUTS = "go.cuts"
    """The opponent's answer separates two chains of the mover, which are a single one after the better move.

    No move joins them after the answer.
    """
    ALLOWS_ATARI = "go.allows-atari"
    """The opponent's answer, no atari on itself, puts the ``n`` stones on the line's second point in atari.

    The same answer does not after the better move.
    """
    MISSES_ATARI = "go.misses-atari"
    """The better move puts the ``n`` stones on the line's second point in atari, the move does not."""
    LEAVES_POINT = "go.leaves-point"
    """The opponent's answer is on the point of the better move."""
    DIES = "go.dies"
    """The opponent's answer kills the chain of ``n`` stones on the line's second point, `BIG` at least.

    It is captured by force in its region, see `ai.claims.checkers.go_life`; after the better move it lives.
    """
    DIES_INSIDE = "go.dies-inside"
    """As `DIES`, and the answer is in an empty region that only the mover's stones touch: an eye."""
    MISSES_KILL = "go.misses-kill"
    """The better move kills the ``n`` stones on the line's second point, which live after the move."""
    LETS_LIVE = "go.lets-live"
    """The opponent's answer makes the ``n`` stones on the line's second point live; the better move kills."""
    DEAD_ALREADY = "go.dead-already"
    """The move is in the region of the mover's ``n`` stones on the line's only point, which nothing saves.

    The better move is elsewhere, as with the next three.
    """
    KILLED_ALREADY = "go.killed-already"
    """The move is in the region of the opponent's ``n`` stones on the line's point, which nothing saves."""
    ALIVE_ALREADY = "go.alive-already"
    """The move is in the region of the mover's ``n`` stones on the line's point, which live without it."""
    CANNOT_KILL = "go.cannot-kill"
    """The move is in the region of the opponent's ``n`` stones on the line's point, which live anyway."""
    FILLS_EYE = "go.fills-eye"
    """The move fills a point with stones of the mover on every side, none of them in atari."""

    LETS_PAST = "hare_and_hounds.lets-past"
    """The hare gets to the left of every hound with its ``n``th move, and not so soon after the better move.

    The line begins with the hare's answer and ends there. Until then the hounds can play what they like.
    """
    PASSES_HOUND = "hare_and_hounds.passes-hound"
    """The hare's answer passes ``n`` hounds, as none does after the better move."""
    OUT_OF_TURNS = "hare_and_hounds.out-of-turns"
    """The hounds force a trap with ``n`` moves, but have ``had`` left; the better move is in time."""
    ONLY_TRAP = "hare_and_hounds.only-trap"
    """The better move is the only one after which the hounds trap the hare in time."""
    MISSES_TRAP = "hare_and_hounds.misses-trap"
    """The better move traps the hare by force, with ``n`` moves of the hounds; the move does not so soon."""
    GIVES_OPPOSITION = "hare_and_hounds.gives-opposition"
    """After the better move the opponent loses because it has to move; after the move it wins."""
    LEAVES_GAP = "hare_and_hounds.leaves-gap"
    """The first hound is ``n`` columns ahead of the last, and only ``had`` after the better move."""
    TRAPPED = "hare_and_hounds.trapped"
    """The hounds trap the hare with ``n`` moves, whatever it does, and not so soon after the better move."""
    MISSES_PAST = "hare_and_hounds.misses-past"
    """With the better move the hare gets to the left of every hound with ``n`` moves, whatever they do.

    The line ends there.
    """
    ONLY_ESCAPE = "hare_and_hounds.only-escape"
    """The better move is the only one after which the hare is not trapped in time."""
    FEW_WAYS = "hare_and_hounds.few-ways"
    """After the hounds' answer the hare has a single step, the line's second move; not after the better."""

    LEAVES_KING = "twelve_janggi.leaves-king"
    """The opponent's answer takes the King, which it cannot after the better move."""
    IGNORES_ATTACK = "twelve_janggi.ignores-attack"
    """As `LEAVES_KING`, and the King was attacked before."""
    KING_WALKS_IN = "twelve_janggi.king-walks-in"
    """As `LEAVES_KING`, and the move is the King's."""
    ENTERS_TOO_SOON = "twelve_janggi.enters-too-soon"
    """As `KING_WALKS_IN`, and the King has entered the enemy camp."""
    LETS_ENTER = "twelve_janggi.lets-enter"
    """The King of the opponent's answer enters the camp and cannot be taken; not after the better move."""
    MISSES_KING = "twelve_janggi.misses-king"
    """The better move takes the King."""
    MISSES_ENTRY = "twelve_janggi.misses-entry"
    """With the better move the King enters the enemy camp and cannot be taken."""
    ONLY_SAVE = "twelve_janggi.only-save"
    """After each other move than the better one the opponent takes the King or enters the camp at once."""
    LOSES_KING = "twelve_janggi.loses-king"
    """The opponent wins by force with ``n`` moves: it takes the King, or its King enters the camp."""
    KING_FALLS = "twelve_janggi.king-falls"
    """As `LOSES_KING`, and the line's last move, the winner's ``n``th, takes the King."""
    KING_ENTERS = "twelve_janggi.king-enters"
    """As `LOSES_KING`, and the line's last move, the winner's ``n``th, enters the camp."""
    MISSES_VICTORY = "twelve_janggi.misses-victory"
    """The better move wins by force, with ``n`` moves of the mover."""
    REPEATS = "twelve_janggi.repeats"
    """The move repeats a position for the third time, a draw, and the better move does not."""
    PIECE_WALKS_IN = "twelve_janggi.piece-walks-in"
    """The opponent's answer takes the piece that moved, for nothing: it cannot be retaken."""
    DROPS_IN = "twelve_janggi.drops-in"
    """As `PIECE_WALKS_IN`, of a piece that the move dropped."""
    LEAVES_PIECE = "twelve_janggi.leaves-piece"
    """The opponent's answer takes another piece for nothing, which it cannot after the better move."""
    ALLOWS_FORK = "twelve_janggi.allows-fork"
    """The opponent's answer attacks the King and another piece, which cannot both be saved.

    The piece would be taken for nothing. The same answer does not do so after the better move.
    """
    LOSES_PIECE = "twelve_janggi.loses-piece"
    """After the opponent's answer a piece is taken for nothing, whatever is played; see `ALLOWS_FORK`."""
    MISSES_FORK = "twelve_janggi.misses-fork"
    """The better move attacks the King and another piece, as `ALLOWS_FORK` says."""
    MISSES_PIECE = "twelve_janggi.misses-piece"
    """The better move takes a piece for nothing, and the move takes none."""
    ALLOWS_PROMOTION = "twelve_janggi.allows-promotion"
    """The opponent's answer makes a Man a Marquis that cannot be taken; not after the better move."""
    FEW_SAVES = "twelve_janggi.few-saves"
    """After the opponent's answer only ``n`` moves, 1 to `FEW`, do not lose at once.

    They are many fewer than ``had``, those after the better move and the answer to that, the line's second.
    """
    MISSES_EXCHANGE = "twelve_janggi.misses-exchange"
    """The better move offers the piece that moves for the one that captures it, and the move offers none.

    The line is the offer, the capture and the move that retakes.
    """
    LETS_EXCHANGE = "twelve_janggi.lets-exchange"
    """As `MISSES_EXCHANGE` of the opponent's answer, which offers none after the better move."""
    SHUT_IN = "twelve_janggi.shut-in"
    """After the opponent's answer the mover's King has ``n`` steps on which it is not taken, 1 at most.

    They are at least two fewer than ``had``, those after the better move and the answer to that, the line's
    second.
    """
    LETS_OUT = "twelve_janggi.lets-out"
    """As `SHUT_IN` of the opponent's King, with ``n`` steps after the move and ``had`` after the better."""
    LESS_SAFE = "twelve_janggi.less-safe"
    """As `FEW_SAVES`, with more moves left."""
    EASES = "twelve_janggi.eases"
    """The opponent has ``n`` moves that do not lose at once, many more than ``had`` after the better move."""
    LETS_TAKE = "twelve_janggi.lets-take"
    """The opponent's answer takes a piece, but can be answered; no answer takes it after the better move."""
    LETS_ATTACK = "twelve_janggi.lets-attack"
    """The opponent's answer attacks the King; the same answer does not after the better move."""
    LETS_GO = "twelve_janggi.lets-go"
    """The move attacks the King, which the answer moves to where it is not attacked and takes nothing."""
    MISSES_TAKING = "twelve_janggi.misses-taking"
    """The better move takes a piece, but can be answered; the move takes none."""
    EMPTIES_HAND = "twelve_janggi.empties-hand"
    """The move drops the mover's last piece in hand, and the better move is no drop."""
    MISSES_ATTACK = "twelve_janggi.misses-attack"
    """The better move attacks the King, and the move does not."""


FEW, SAFE, MANY, LATE = 2, 3, 3, 14
"""The limits of the kinds that count: what is less says too little. Many more are `MANY`, and a quarter."""
SHORT, BIG, ROOM = 3, 3, 16
"""In Go, the most liberties that are few, the fewest stones of a chain that is counted, little room."""
