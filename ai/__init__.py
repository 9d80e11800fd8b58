"""Computer players. `ai.base` defines players, levels and choices; `ai.pool` runs them in workers."""
