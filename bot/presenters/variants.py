"""What is chosen of a game when a match starts: the parts of a variant's name."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VariantOption:
    """One choice that makes up a variant, such as ``size`` or ``ruleset``.

    ``values`` maps each choice, the default first, to its part of the variant's name.
    """

    name: str
    values: Mapping[str, str]


def single_option(variants: Sequence[str]) -> tuple[VariantOption, ...]:
    """The option of a game whose variants are chosen by name."""
    return (VariantOption("variant", {variant: variant for variant in variants}),)


def compose_variant(options: Sequence[VariantOption], chosen: Mapping[str, str]) -> str:
    """The variant that ``chosen`` (option name to value) names, with defaults for the rest.

    An unknown value is kept as it is, for the rules to refuse.
    """
    parts = []
    for option in options:
        value = chosen.get(option.name) or next(iter(option.values))
        parts.append(option.values.get(value, value))
    return "".join(parts)


def parts_of_variant(options: Sequence[VariantOption], variant: str) -> Mapping[str, str]:
    """The inverse of `compose_variant`: what is chosen of each option for a variant; empty if it is none.

    >>> parts_of_variant(single_option(("8x8", "6x6")), "6x6")
    {'variant': '6x6'}
    """
    for values in itertools.product(*(option.values for option in options)):
        chosen = {option.name: value for option, value in zip(options, values, strict=True)}
        if compose_variant(options, chosen) == variant:
            return chosen
    return {}
