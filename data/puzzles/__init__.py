"""Attempts at puzzles, the daily puzzles of servers, and the mistakes that people practice on."""
