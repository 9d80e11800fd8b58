"""Matches in the database: `store` changes one, `queries` reads many, `messages` tracks their messages."""
