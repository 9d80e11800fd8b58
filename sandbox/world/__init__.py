"""What the sandbox's Discord consists of: documents, permissions, ids, time and Discord's errors."""
