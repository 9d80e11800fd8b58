"""What of a puzzle was proved again, so that a corrected puzzle is asked again.

A step by itself, so that databases of the development of 0.2.0 come up. It becomes part of that version's
file.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0095"
down_revision = "0094"


def upgrade() -> None:
    op.add_column("puzzle_proofs", sa.Column("digest", sa.Text))
