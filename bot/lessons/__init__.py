"""A lesson for every game as data: positions, what can be tapped, and how the rules judge a tap.

Lessons know neither Discord nor words. `bot.lessons.registry` has every game's lesson; the texts of a step
are ``learn.<slug>.<step>``, ``learn.<slug>.<step>.task`` and ``learn.<slug>.<step>.done``.
"""
