"""JSON as Discord writes it: compact and not ASCII-escaped."""

from __future__ import annotations

import json
from typing import Any

Json = dict[str, Any]
"""A JSON object of Discord's API. The sandbox keeps and forwards these without a class of their own."""

dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
loads = json.loads


def public(document: Json) -> Json:
    """Return `document` without the sandbox's private keys, which start with an underscore."""
    return {key: value for key, value in document.items() if not key.startswith("_")}
