"""The match service; imports no Discord."""
