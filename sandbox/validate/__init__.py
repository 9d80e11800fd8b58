"""Discord's documented limits. A body over a limit raises Discord's error 50035, field by field.

messages.py checks a message's body, components.py and modals.py walk components, commands.py checks commands.
"""
