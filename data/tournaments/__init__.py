"""Tournaments: their values, and how they are stored."""
