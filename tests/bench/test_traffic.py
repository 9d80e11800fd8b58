"""Requests are compared with the limits of their channel or token, edits of a message with each other."""

from __future__ import annotations

import pytest

from bench.traffic import Sent, Traffic, closest_edits, limit_rows, most_in_window

EDIT = "/channels/1/messages/{}"


def rows(*sent: Sent) -> dict[str, str]:
    return {row.name: f"{row.value:.0f} {row.unit}" for row in limit_rows(list(sent))}


@pytest.mark.parametrize(
    ("moments", "most"),
    [([], 0), ([1.0], 1), ([0.0, 5.0], 1), ([0.0, 4.9], 2), ([0.0, 3.0, 4.0, 6.0, 9.5], 3)],
)
def test_the_fullest_window_is_counted(moments: list[float], most: int) -> None:
    assert most_in_window(moments, 5.0) == most


def test_channels_and_tokens_have_limits_of_their_own() -> None:
    counted = rows(
        Sent(0.0, "PATCH", "/channels/1/messages/7"),
        Sent(0.1, "PATCH", "/channels/1/messages/8"),
        Sent(0.2, "PATCH", "/channels/2/messages/9"),
        Sent(0.3, "POST", "/channels/1/messages"),
        Sent(0.4, "PATCH", "/webhooks/5/token/messages/@original"),
        Sent(0.5, "POST", "/webhooks/5/token"),
        Sent(0.6, "POST", "/webhooks/5/other"),
    )
    assert counted["edits in a channel, most in 5 s"] == "2 of 3"
    assert counted["posts in a channel, most in 5 s"] == "1 of 1"
    assert counted["requests by an interaction's token, most in 2 s"] == "2 of 3"


def test_answers_to_interactions_are_outside_the_global_limit() -> None:
    counted = rows(
        Sent(0.0, "POST", "/interactions/3/token/callback"),
        Sent(0.1, "PATCH", "/webhooks/5/token/messages/@original"),
        Sent(0.2, "GET", "/channels/1"),
    )
    assert counted["requests of the bot, without interactions, most in 1 s"] == "1 of 1"


def test_requests_are_noted_without_the_version_and_delayed() -> None:
    traffic = Traffic(0.05)
    assert traffic.matches("PATCH", "/api/v10/channels/1/messages/7")
    (request,) = traffic.sent
    assert (request.method, request.path, traffic.delay) == ("PATCH", "/channels/1/messages/7", 0.05)


def test_the_least_time_between_edits_is_that_of_one_message() -> None:
    edits = [(0.0, 7), (0.5, 8), (2.5, 7), (4.5, 8), (4.6, 7)]
    sent = [Sent(moment, "PATCH", EDIT.format(message)) for moment, message in edits]
    assert closest_edits(sent, ["7", "8"]) == pytest.approx(2.1)
    assert closest_edits(sent[:2], ["7", "8"]) is None
