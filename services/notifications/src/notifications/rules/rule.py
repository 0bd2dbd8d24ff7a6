"""A notification rule: which event notifies whom, with which text, on which channels."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from contracts.event import Event

from notifications.rules.texts import TEXTS, MessageText


@dataclass(frozen=True)
class NotificationRule:
    """One event, or one variant of it, and its text.

    Variables of the text are the fields of the event with their names; `values` gives the others, or others than
    those, from the event and its time. `applies` tells the variants of one event apart.
    """

    event: type[Event]
    # The name of the text, which administrators may change.
    key: str
    text: MessageText
    values: Callable[[Any, datetime], dict[str, str]]
    applies: Callable[[Any], bool]

    def read_values(self, event: Event, at: datetime) -> dict[str, Any]:
        """The variables of the text for an event of that time; an empty one is an empty text."""
        values = event.model_dump(include=set(self.text.variables)) | self.values(event, at)
        return {name: "" if value is None else value for name, value in values.items()}


def make_rules(
    event: type[Event],
    *,
    variants: Callable[[Any], Iterable[str]] = lambda event: [""],
    values: Callable[[Any, datetime], dict[str, str]] = lambda event, at: {},
) -> list[NotificationRule]:
    """One rule for each text of an event.

    `variants` names the texts that an event of this type is told with, `""` being the one without a variant. Without
    any, nobody is notified.
    """
    rules = []
    for key, text in TEXTS.messages.items():
        if key == event.type or key.startswith(f"{event.type}."):
            variant = key.removeprefix(event.type).removeprefix(".")
            rules.append(NotificationRule(event, key, text, values, _is_among(variants, variant)))
    return rules


def _is_among(variants: Callable[[Any], Iterable[str]], variant: str) -> Callable[[Any], bool]:
    return lambda event: variant in variants(event)
