"""Pictures as tests draw them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from bot.messages.pictures import Pictures


def in_threads() -> Pictures:
    """Pictures that are drawn in threads: they start at once, and see what a test has replaced."""
    return Pictures(lambda: ThreadPoolExecutor(2))
