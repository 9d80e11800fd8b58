"""What people do: commands, buttons, menus, replies."""
