"""How likely the moves of a match are of players of each strength is kept beside its accuracy.

A step by itself, so that databases of the development of 0.2.0 come up. It becomes part of that version's
file.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0087"
down_revision = "0086"


def upgrade() -> None:
    for side in ("first", "second"):
        op.add_column("accuracies", sa.Column(f"{side}_likelihoods", sa.Text))
