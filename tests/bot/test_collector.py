"""What is there when the bot is ready is left out of collections."""

from __future__ import annotations

import subprocess
import sys

# In a process of its own: the objects of other tests would never be freed.
_SCRIPT = """
import gc
from bot.collector import YOUNG, spare_what_stays

class Ring:
    def __init__(self):
        self.itself = self

kept = [Ring()]
spare_what_stays()
watched = {id(one) for one in gc.get_objects()}
print(id(kept[0]) in watched, gc.get_threshold()[0] == YOUNG)
Ring()
print(gc.collect() > 0)
"""


def test_only_what_is_made_later_is_collected() -> None:
    ended = subprocess.run([sys.executable, "-c", _SCRIPT], capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["False", "True", "True"]
