"""Connections and transactions: SQLAlchemy's engine, SQLite's driver, inspection and migration at start."""
