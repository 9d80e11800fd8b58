"""Ratings of people: how they are computed, which matches count, and where they are kept."""
