"""``python -m ai gtp …`` and ``python -m ai gomocup``: our engines on the field's protocols.

Start reading at `main`.
"""

from __future__ import annotations

import importlib
import io
import sys

PROTOCOLS = {"gtp": "ai.gtp", "gomocup": "ai.gomocup"}
"""The module that speaks each protocol; its ``main`` takes the rest of the command line."""


def main(arguments: list[str]) -> None:
    """Run the protocol named first."""
    module = PROTOCOLS.get(arguments[0]) if arguments else None
    if module is None:
        sys.exit(f"usage: python -m ai {'|'.join(PROTOCOLS)} …")
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # bytes that are no text are an unknown command, not the end
    importlib.import_module(module).main(arguments[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
