"""A notification rule: which event notifies whom, with which text, on which channels."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from contracts.event import Event

from notifications.rules.texts import TEXTS, MessageText, fill_in, list_variables


@dataclass(frozen=True)
class NotificationRule:
    """A rule for one event, or for one variant of it, with its text.

    Variables of the text are the fields of the event. `values` adds or replaces variables, computed from the event
    and its time. `applies` selects the variant of an event.
    """

    event: type[Event]
    # The key of the text, which administrators may change.
    key: str
    text: MessageText
    values: Callable[[Any, datetime], dict[str, str]]
    applies: Callable[[Any], bool]

    def build_values(self, event: Event, at: datetime) -> dict[str, Any]:
        """Return the variables of the text for an event of that time. None becomes an empty text."""
        values = event.model_dump(include=set(self.text.variables)) | self.values(event, at)
        return {name: "" if value is None else value for name, value in values.items()}

    def build_email_note(self, event: Event) -> str:
        """Return the last paragraph of the email. Its variables are fields of the event."""
        return fill_in(self.text.email, event.model_dump(include=set(list_variables(self.text.email))))


def build_rules(
    event: type[Event],
    *,
    variants: Callable[[Any], Iterable[str]] = lambda event: [""],
    values: Callable[[Any, datetime], dict[str, str]] = lambda event, at: {},
) -> list[NotificationRule]:
    """Build one rule for each text of an event.

    `variants` returns the variants that apply to an event. `""` is the text without a variant. Without any variant
    nobody is notified.
    """
    rules = []
    for key, text in TEXTS.messages.items():
        if key == event.type or key.startswith(f"{event.type}."):
            variant = key.removeprefix(event.type).removeprefix(".")
            rules.append(NotificationRule(event, key, text, values, _build_variant_filter(variants, variant)))
    return rules


def _build_variant_filter(variants: Callable[[Any], Iterable[str]], variant: str) -> Callable[[Any], bool]:
    return lambda event: variant in variants(event)
