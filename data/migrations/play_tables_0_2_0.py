"""The new tables of 0.2.0 about what people play: matches, ratings and puzzles.

Columns stand in the order in which databases of the development of 0.2.0 have them.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op


def create_play_tables() -> None:
    """Create the tables and their indexes."""
    _analyses()
    _openings_and_mistakes()
    _ratings()
    _conditional_moves_and_votes()
    _vacations()
    _boards_and_teams()
    _puzzles()


def _analyses() -> None:
    op.create_table(
        "analyses",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("engine", sa.SmallInteger, nullable=False),
        sa.Column("verdict", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_analyses_position", "analyses", ["position"])
    op.create_table(
        "accuracies",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("engine", sa.SmallInteger, nullable=False),
        sa.Column("first", sa.Double),
        sa.Column("second", sa.Double),
        sqlite_with_rowid=False,
    )


def _openings_and_mistakes() -> None:
    op.create_table(
        "opening_moves",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("winner", sa.SmallInteger),
        sqlite_with_rowid=False,
    )
    played = ["guild_id", "position", "move", "match_id", "channel_id", "winner"]
    op.create_index("ix_opening_moves_played", "opening_moves", played)
    op.create_table(
        "mistakes",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.SmallInteger, nullable=False),
        sa.Column("solved", sa.SmallInteger, nullable=False),
        sa.Column("due_at", sa.Double),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_mistakes_user_id_due_at", "mistakes", ["user_id", "due_at"])


def _ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("category", sa.Text, primary_key=True),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("losses", sa.Integer, nullable=False),
        sa.Column("rated_at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_category_rating", "ratings", ["category", "rating"])
    op.create_table(
        "rated_matches",
        sa.Column("match_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("category", sa.Text, nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("first_id", sa.BigInteger, nullable=False),
        sa.Column("second_id", sa.BigInteger, nullable=False),
        sa.Column("winner", sa.SmallInteger),
        sa.Column("ended_at", sa.Double, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("opening", sa.BigInteger, nullable=False),
        sa.Column("resigned", sa.Boolean, nullable=False),
        sa.Column("unrated", sa.Text),
        sa.Column("first_before", sa.Double),
        sa.Column("first_deviation_before", sa.Double),
        sa.Column("first_after", sa.Double),
        sa.Column("first_deviation_after", sa.Double),
        sa.Column("second_before", sa.Double),
        sa.Column("second_deviation_before", sa.Double),
        sa.Column("second_after", sa.Double),
        sa.Column("second_deviation_after", sa.Double),
        sqlite_with_rowid=False,
    )
    for side in ("first_id", "second_id"):
        columns = [side, "category", "ended_at"]
        op.create_index(f"ix_rated_matches_{'_'.join(columns)}", "rated_matches", columns)


def _conditional_moves_and_votes() -> None:
    op.create_table(
        "conditional_moves",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("takebacks", sa.Integer, nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "votes",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("takebacks", sa.Integer, nullable=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("voted_at", sa.Double, nullable=False),
        sa.Column("side", sa.SmallInteger),
        sqlite_with_rowid=False,
    )


def _vacations() -> None:
    op.create_table(
        "vacations",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("year", sa.SmallInteger, nullable=False),
        sa.Column("used", sa.SmallInteger, nullable=False),
        sa.Column("by_itself", sa.Boolean, nullable=False),
        sa.Column("since", sa.Double),
        sqlite_with_rowid=False,
    )


def _boards_and_teams() -> None:
    op.create_table(
        "other_boards",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("locale", sa.Text),
        sa.Column("shown_version", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    for column in ("guild_id", "channel_id", "message_id"):
        op.create_index(f"ix_other_boards_{column}", "other_boards", [column])
    op.create_table(
        "team_members",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("has_left", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_team_members_match_id", "team_members", ["match_id"])


def _puzzles() -> None:
    op.create_table(
        "puzzle_attempts",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("puzzle_id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("tried_at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzle_people",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best_streak", sa.Integer, nullable=False),
        sa.Column("rated_at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle_id", sa.Text, primary_key=True),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
