"""Discord's documented limits, each refused as Discord refuses it (50035).

Start at messages.py; components.py and modals.py walk components, commands.py checks commands.
"""
