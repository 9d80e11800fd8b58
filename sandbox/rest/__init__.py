"""REST v10 as the bot calls it: one module per noun, each with a ROUTES table of (method, path, handler)."""
