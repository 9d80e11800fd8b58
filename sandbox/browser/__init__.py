"""The server of the web page: its files, its socket and the actions of a person (PROTOCOL.md)."""
