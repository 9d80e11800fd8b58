"""What people see and press on Discord, made from matches without any state or I/O."""

from __future__ import annotations

from typing import Any, TypeAlias

AnyView: TypeAlias = Any
"""The view that a component belongs to. discord.py types dynamic items for ``View | LayoutView`` but the rows
and containers that hold them for ``LayoutView``, so no type fits both."""
