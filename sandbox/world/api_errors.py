"""Discord's errors.

error() turns a code of Discord's "Opcodes and Status Codes" page into an exception with Discord's message.
Form collects the field errors of an "Invalid Form Body" (50035).
"""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.world.payload import Json

Path = tuple[str | int, ...]

KNOWN: dict[int, tuple[int, str]] = {
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    30003: (400, "Maximum number of pins reached for the channel (50)"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30032: (400, "Maximum number of application commands reached (100)"),
    30033: (400, "Maximum number of thread participants has been reached (1000)"),
    30034: (400, "Max number of daily application command creates has been reached (200)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    40094: (400, "This interaction has reached the maximum number of follow-up messages"),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50016: (
        400,
        "Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100",
    ),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50034: (400, "A message provided was too old to bulk delete"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50240: (
        400,
        "You cannot remove this app's Entry Point command in a bulk update operation. Please include the "
        "Entry Point command in your update request or delete it separately.",
    ),
    160004: (400, "A thread has already been created for this message"),
    160006: (400, "Maximum number of active threads has been reached"),
}


class ApiError(Exception):
    """An error response of the REST API."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        errors: Json | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.retry_after = retry_after

    def body(self) -> Json:
        """Return the JSON body of the response."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body["retry_after"] = self.retry_after
            body["global"] = False
        return body


def error(code: int, retry_after: float | None = None) -> ApiError:
    """Return Discord's error with this code."""
    status, message = KNOWN[code]
    return ApiError(status, code, message, retry_after=retry_after)


def not_found() -> ApiError:
    """Return the error for a route that does not exist."""
    return ApiError(404, 0, "404: Not Found")


def unauthorized() -> ApiError:
    """Return the error for a request without the bot's token."""
    return ApiError(401, 0, "401: Unauthorized")


class Form:
    """Collects the errors of a request's body, field by field."""

    def __init__(self) -> None:
        self._errors: Json = {}

    def wrong(self, path: Path, code: str, message: str) -> None:
        """Record an error of the field at `path`."""
        node = self._errors
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def check(self) -> None:
        """Raise 50035 if an error was recorded."""
        if self._errors:
            raise ApiError(400, 50035, KNOWN[50035][1], errors=self._errors)

    def required(self, path: Path) -> None:
        """Record that a field is missing."""
        self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")

    def text(self, path: Path, value: object, min_length: int, max_length: int) -> bool:
        """Check a string of `min_length` to `max_length` characters; return True if it is valid.

        None is valid where `min_length` is 0.
        """
        if value is None and min_length == 0:
            return True
        if value is None:
            self.required(path)
        elif not isinstance(value, str):
            self.wrong(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
        elif min_length == 0 and len(value) > max_length:
            self.wrong(path, "BASE_TYPE_MAX_LENGTH", f"Must be {max_length} or fewer in length.")
        elif not min_length <= len(value) <= max_length:
            self.wrong(
                path, "BASE_TYPE_BAD_LENGTH", f"Must be between {min_length} and {max_length} in length."
            )
        else:
            return True
        return False

    def number(self, path: Path, value: object, minimum: float, maximum: float) -> bool:
        """Check an optional integer from `minimum` to `maximum`; return True if it is valid."""
        if value is None:
            return True
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value < minimum:
            self.wrong(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {minimum}.")
        elif value > maximum:
            self.wrong(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {maximum}.")
        else:
            return True
        return False

    def choice(self, path: Path, value: object, allowed: Sequence[object]) -> bool:
        """Check that `value` is one of `allowed`; return True if it is."""
        if value in allowed and not isinstance(value, bool):
            return True
        listed = ", ".join(str(option) for option in allowed)
        self.wrong(path, "BASE_TYPE_CHOICES", f"Value must be one of ({listed}).")
        return False

    def array(self, path: Path, value: object, min_length: int, max_length: int) -> list[object]:
        """Check a list of `min_length` to `max_length` items and return it, even if its length is wrong.

        Return [] for anything else. None is valid where `min_length` is 0.
        """
        if value is None and min_length == 0:
            return []
        if not isinstance(value, list):
            self.wrong(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not min_length <= len(value) <= max_length:
            self.wrong(
                path, "BASE_TYPE_BAD_LENGTH", f"Must be between {min_length} and {max_length} in length."
            )
        return value
