from typing import NamedTuple


class BotAnswer(NamedTuple):
    """An answer of the bot: a text, and the label and path of its button."""

    text: str
    button: str = ""
    path: str = ""
