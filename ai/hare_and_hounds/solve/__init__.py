"""What the solution of Hare and Hounds (`ai.hare_and_hounds.solution`) says of a variant's start.

``python -m ai.hare_and_hounds.solve`` prints it.
"""
