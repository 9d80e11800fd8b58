"""``python -m ai gtp …`` and ``python -m ai gomocup``: the engines on the protocols of their fields."""

from __future__ import annotations

import importlib
import io
import sys

PROTOCOLS = {"gtp": "ai.protocols.gtp_cli", "gomocup": "ai.protocols.gomocup"}
"""The module of each protocol. Its ``main`` takes the rest of the command line."""


def main(arguments: list[str]) -> None:
    """Run the protocol that the first argument names."""
    module = PROTOCOLS.get(arguments[0]) if arguments else None
    if module is None:
        sys.exit(f"usage: python -m ai {'|'.join(PROTOCOLS)} …")
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # undecodable bytes make an unknown command, not a crash
    importlib.import_module(module).main(arguments[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
