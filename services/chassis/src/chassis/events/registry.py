"""Events as CloudEvents 1.0 (JSON mode), and the registry of a service's event handlers."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

import orjson
from contracts.event import EVENTS, Event, build_nats_subject, get_publisher

E = TypeVar("E", bound=Event)
# The arguments of a handler are the event, the database session of the service, and the context.
Handler = Callable[[Any, Any, "EventContext"], Awaitable[None]]
# How far the clocks of two hosts may differ.
LEEWAY = timedelta(seconds=60)


class EventRefused(Exception):
    """The sender may not publish this event, or its time is in the future."""


@dataclass(frozen=True)
class EventContext:
    """Id, time and publisher of an event. The time is `Event.get_time`."""

    id: UUID
    time: datetime
    source: str


class Handlers:
    """Event handlers of one feature: `on = Handlers()`, then `@on(CommentCreated)` above each function.

    `Handlers(*parts)` combines the handlers of several features. Handlers of one type run in the order of the parts.
    """

    def __init__(self, *parts: "Handlers") -> None:
        self.by_type: dict[str, list[tuple[type[Event], Handler]]] = {}
        for part in parts:
            for kind, handlers in part.by_type.items():
                self.by_type.setdefault(kind, []).extend(handlers)

    def __call__(self, *events: type[Event]) -> Callable[[Handler], Handler]:
        def add(handler: Handler) -> Handler:
            for event in events:
                self.by_type.setdefault(event.type, []).append((event, handler))
            return handler

        return add


def build_envelope(event: Event, *, id: UUID, source: str, time: datetime, traceparent: str | None) -> bytes:
    """Serialize an event as a CloudEvent."""
    body: dict[str, Any] = {
        "specversion": "1.0",
        "id": str(id),
        "source": source,
        "type": event.type,
        "subject": event.get_subject_id(),
        "time": time.isoformat(),
        "datacontenttype": "application/json",
        "dataschema": f"urn:meridian:events:{event.type}",
        "data": event.model_dump(mode="json"),
    }
    if traceparent:
        body["traceparent"] = traceparent
    return orjson.dumps(body)


def parse_body(data: bytes) -> dict[str, Any]:
    """Parse the body of a message. Returns an empty dict if it is not a JSON object."""
    body: Any = None
    with suppress(orjson.JSONDecodeError):
        body = orjson.loads(data)
    return body if isinstance(body, dict) else {}


def check_sender(body: dict[str, Any], subject: str) -> None:
    """Check that NATS subject, type and source of an event agree. Raises EventRefused.

    NATS restricts the subjects of a service. Everything in the body is only the sender's claim.
    """
    type = str(body.get("type"))
    service = get_publisher(body.get("source"))
    event = EVENTS.get(type)
    # A type that only newer replicas know may be an answer.
    is_answer = event.is_answer if event else subject.endswith(f".{type}.{service}")
    expected_subject = build_nats_subject(type, service) if event or not is_answer else subject
    if not service or subject != expected_subject:
        raise EventRefused("subject, type and source disagree")
    if not is_answer and service != type.partition(".")[0]:
        raise EventRefused("an event of another service")
    data = body.get("data")
    if event and is_answer and isinstance(data, dict) and data.get("service") != service:
        raise EventRefused("an answer for another service")


def check_time(time: datetime, now: datetime) -> None:
    """Refuse a time in the future: the newest state wins, so a state from the future could never be replaced.

    Raises EventRefused.
    """
    if time > now + LEEWAY:
        raise EventRefused("a time in the future")
