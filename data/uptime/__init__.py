"""The time that the clocks of matches count."""
