"""What a process does next about shards, by what the tables say. Pure functions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from data.leases.wanted import WantedShards


@dataclass(frozen=True, slots=True)
class Process:
    """A row of `data.tables.processes.bot_processes`."""

    id: str
    name: str
    bot_id: int
    total: int
    is_leaving: bool
    claims: bool
    """Whether it claims a fair share; otherwise its shards are given."""
    expires_at: float
    commands: str | None = None
    """The hash of its commands, once it is known."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A row of `data.tables.processes.shard_leases`. In a plan, owner and successor are living processes."""

    shard: int
    owner: str | None
    """The id of a process."""
    epoch: int
    """It grows each time a process takes the shard: a lease of an earlier epoch is over."""
    expires_at: float
    """By the server's clock."""
    successor: str | None
    """The id of the process that takes the shard next."""
    switch_at: float | None
    """From when on the successor handles interactions, by Discord's clock; None until it announces that."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a process does in this renewal."""

    claim: frozenset[int] = frozenset()
    """Free shards that it takes at once."""
    succeed: frozenset[int] = frozenset()
    """Shards of others whose successor it becomes."""


def plan(
    me: Process,
    wanted: WantedShards,
    to_take_over: Collection[int],
    living: Mapping[str, Process],
    leases: Collection[Lease],
) -> Plan:
    """What ``me`` claims and succeeds to. ``living`` are all processes that have not expired, with ``me``.

    ``to_take_over`` are given shards that this process, as the newer one, takes from another.
    """
    if me.is_leaving:
        return Plan()
    free = [lease.shard for lease in leases if lease.owner is None and lease.successor in (None, me.id)]
    inherited = {lease.shard for lease in leases if lease.owner is None and lease.successor == me.id}
    if wanted.given is None:
        return _fair(me, living, leases, free, inherited)
    succeed = {
        lease.shard
        for lease in leases
        if lease.shard in wanted.given
        and lease.successor is None
        and lease.owner not in (None, me.id)
        and (lease.shard in to_take_over or living[lease.owner or ""].is_leaving)
    }
    return Plan(frozenset(wanted.given.intersection(free) | inherited), frozenset(succeed))


def _fair(
    me: Process,
    living: Mapping[str, Process],
    leases: Collection[Lease],
    free: list[int],
    inherited: set[int],
) -> Plan:
    """A plan that brings ``me`` toward a fair share of what processes with given shards leave."""
    counts = Counter(held.successor or held.owner for held in leases)  # a shard counts where it goes
    sharing = [process.id for process in living.values() if process.claims and not process.is_leaving]
    given = [process.id for process in living.values() if not process.claims and not process.is_leaving]
    shared = len(leases) - sum(counts[process_id] for process_id in given)
    smallest_share, largest_share = shared // len(sharing), math.ceil(shared / len(sharing))

    # What nobody owns, and what processes that leave still own, up to the larger share: if all stopped at the
    # smaller one, a shard could be left over.
    claim = set(inherited)
    for shard in free:
        if shard not in claim and counts[me.id] < largest_share:
            claim.add(shard)
            counts[me.id] += 1

    succeed: set[int] = set()
    movable = [held for held in leases if held.owner is not None and held.successor is None]
    for lease in movable:
        if living[lease.owner or ""].is_leaving and counts[me.id] < largest_share:
            succeed.add(lease.shard)
            counts[me.id] += 1
    # The rest of a share comes from the processes that have most.
    while counts[me.id] < smallest_share:
        offered = [
            candidate
            for candidate in movable
            if candidate.owner in sharing
            and candidate.shard not in succeed
            and counts[candidate.owner] > smallest_share
        ]
        if not offered:
            break
        chosen = max(offered, key=lambda lease: (counts[lease.owner], lease.shard))
        succeed.add(chosen.shard)
        counts[chosen.owner] -= 1
        counts[me.id] += 1
    return Plan(frozenset(claim), frozenset(succeed))
