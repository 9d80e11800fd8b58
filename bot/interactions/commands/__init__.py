"""The slash commands of matches and settings; a feature's command is beside what its buttons do."""
