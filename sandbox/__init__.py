"""A Discord of one's own on this machine: REST v10, Gateway v10, a CDN and a web page.

Start reading at app.py (what there is), then gateway.py and rest/ (what the bot talks to),
page_api.py (what the page talks to) and people.py (how tests act as a person).
"""

from sandbox.app import Sandbox
from sandbox.faults import Fault
from sandbox.people import InteractionFailed, Person, Reply
from sandbox.refusal import Refused
from sandbox.seen import Button, Modal, SeenMessage, Select

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
]
