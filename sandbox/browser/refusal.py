"""The error of an action that a person cannot take."""


class Refused(Exception):
    """An action was refused; `sentence` says why, `status` is the HTTP status."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status
