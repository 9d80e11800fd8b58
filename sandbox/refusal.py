"""The one error a person can cause. Start at Refused; actions.py raises it."""


class Refused(Exception):
    """What a person asked for cannot be done; the text is one sentence that says why."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status
