"""Whether claims hold. Nothing here imports an engine, a maker of claims, or numpy (import-linter)."""
