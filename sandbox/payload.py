"""JSON as Discord writes it: compact, not ASCII-escaped. Start at dumps()."""

from __future__ import annotations

import json
from typing import Any

Json = dict[str, Any]

dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
loads = json.loads


def public(document: Json) -> Json:
    """Return `document` without the keys that are ours alone (they start with an underscore)."""
    return {key: value for key, value in document.items() if not key.startswith("_")}
