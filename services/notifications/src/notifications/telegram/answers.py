from typing import NamedTuple


class BotAnswer(NamedTuple):
    """What the bot answers: a text, and the label and path of its button."""

    text: str
    button: str = ""
    path: str = ""
