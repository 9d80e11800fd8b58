"""What is said of a move in words: claims that separate code has checked.

- ``claim.py``: `Claim`; ``kind.py``: what can be claimed; ``kinds.py``: that by what it is about.
- ``makers/<slug>.py``: proposes claims on a move, from the lines of a verdict.
- ``checkers/<slug>.py``: whether a claim holds, by the rules and plain recursion alone. It imports no engine.
- ``explain.py``: the claim that is shown of a move. Start reading there.

It imports no numba: the bot's process makes the claims on what no worker has judged.
"""
