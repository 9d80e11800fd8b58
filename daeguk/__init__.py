"""What every package of an installation knows about it."""
