"""Large pieces of memory come from the system and go back to it, whatever was freed before."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import pytest
from PIL import _imaging

from bot.allocator import limit_heap_fragmentation

# In a process of its own: what glibc has learnt cannot be unlearnt.
_SCRIPT = """
import ctypes
from bot.allocator import limit_heap_fragmentation

class Info(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks".split()]
    _fields_ += [("rest", ctypes.c_size_t * 6)]

library = ctypes.CDLL(None)
library.mallinfo2.restype = Info

def mapped(size):
    before = library.mallinfo2().hblks
    piece = bytearray(size)
    return library.mallinfo2().hblks - before

bytearray(4_000_000)  # freed at once: glibc learns that pieces of this size come and go
print(mapped(500_000), limit_heap_fragmentation(), mapped(2_000_000))  # more than the first left in the heap
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="the C library is not glibc 2.33")
def test_a_large_piece_is_mapped_by_itself() -> None:
    ended = subprocess.run([sys.executable, "-c", _SCRIPT], capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["0", "True", "1"]


def test_pillow_keeps_a_few_blocks() -> None:
    before = _imaging.get_blocks_max()
    _imaging.set_blocks_max(0)
    limit_heap_fragmentation()
    assert _imaging.get_blocks_max() > 0
    _imaging.set_blocks_max(before)
