"""Leases: which bot process owns which of Discord's shards. Start with `data.leases.shard_leases`."""
