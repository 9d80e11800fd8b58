"""A Discord on this machine for the bot and its tests: REST v10, Gateway v10, a CDN and a web page.

Layers, top to bottom; each imports only from those below it:

    __main__                    python -m sandbox
    app | bot_process           the whole sandbox; the bot as a child process
    testing                     acting as a person, for tests and benchmarks
    rest | gateway | browser    what the bot calls, what it listens to, what the page talks to
    core                        messages, interactions, channels, events, faults, on one Context
    validate                    Discord's documented limits
    world | installation        state, permissions, ids, time, errors; the version and the default folders

core publishes events to the sink of its Context. The gateway and the browser's sockets subscribe, so none of
the layers above core imports another one beside it. import-linter holds the layers.
"""

from sandbox.app import Sandbox
from sandbox.browser.refusal import Refused
from sandbox.core.context import Sharding
from sandbox.core.faults import Fault
from sandbox.testing.message import Button, Modal, SeenMessage, Select
from sandbox.testing.person import InteractionFailed, Person, Reply, Upload

__all__ = [
    "Button",
    "Fault",
    "InteractionFailed",
    "Modal",
    "Person",
    "Refused",
    "Reply",
    "Sandbox",
    "SeenMessage",
    "Select",
    "Sharding",
    "Upload",
]
