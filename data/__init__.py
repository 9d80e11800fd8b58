"""Storage of matches, settings and people. `data.store.open_store` opens it."""
