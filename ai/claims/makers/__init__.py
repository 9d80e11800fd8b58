"""What can be claimed of moves: proposals, of which `ai.claims.checkers` keeps those that hold."""
