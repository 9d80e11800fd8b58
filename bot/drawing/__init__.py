"""Draws positions: what a picture shows (`base`), a module for each game, and what they share.

`bot.drawing.registry` has every game's drawing. It is apart from this file because presenters import
`base.Window` and `orientation`, and need no drawing library.
"""
