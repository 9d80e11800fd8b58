"""Gateway v10: the bot's websocket."""
