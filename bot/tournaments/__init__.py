"""Tournaments without Discord and without storage: pairings, results and standings as plain values."""
