"""The messages that receivers read about events, for the tests of the publishing services."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from contracts.event import Event
from notifications.rules.registry import RULES_BY_EVENT
from notifications.rules.texts import TEXTS, fill_in_message

# Traces of a variable that was not filled in, or filled in with an empty value.
FAULTS = re.compile(r"[{}\[\]]|None|\(\)|«»|  | [.,]|\.\.|,\.")


class Message(NamedTuple):
    """One message as its receivers read it."""

    key: str
    to: str
    title: str
    message: str
    link: str


def list_messages(events: Iterable[Event], at: datetime) -> list[Message]:
    """Return the messages that these events cause, in their order. Raises AssertionError for a text with a fault."""
    messages = []
    for event in events:
        for rule in RULES_BY_EVENT.get(type(event), []):
            if not rule.applies(event):
                continue
            title, message = fill_in_message(rule.text.title, rule.text.message, rule.build_values(event, at))
            link = rule.text.link.format_map(event.model_dump(mode="json"))
            for text in (title, message):
                assert text, rule.key
                assert not FAULTS.search(text), (rule.key, text)
            assert "None" not in link, rule.key
            messages.append(Message(rule.key, rule.text.to, title, message, link))
    return messages


def assert_all_sent(messages: Sequence[Message], service: str) -> None:
    """Assert that every text about events of this service is used by one of these messages."""
    sent_keys = {message.key for message in messages}
    text_keys = {key for key in TEXTS.messages if key.startswith(f"{service}.")}
    unused_keys = sorted(text_keys - sent_keys)
    assert not unused_keys, f"no message uses these texts: {unused_keys}"
