"""How each game meets people: the words around its board and the buttons that make a move."""
