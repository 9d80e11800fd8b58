"""Slash commands, a module for each, and a menu on messages."""
