"""Matches, tournaments and ratings as frozen values, and their rules. Nothing here knows the database."""
