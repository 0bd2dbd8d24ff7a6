"""Events as CloudEvents 1.0 (JSON mode), and the registry of a service's event handlers."""

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

import orjson
from contracts.event import Event

E = TypeVar("E", bound=Event)
# The event, the session of the service, the context.
Handler = Callable[[Any, Any, "EventContext"], Awaitable[None]]


@dataclass(frozen=True)
class EventContext:
    """What accompanies an event: its id, when it happened, which service published it."""

    id: UUID
    time: datetime
    source: str


class Handlers:
    """The handlers of one feature: `on = Handlers()`, then `@on(CommentCreated)` above each function."""

    def __init__(self) -> None:
        self.by_type: dict[str, list[tuple[type[Event], Handler]]] = {}

    def __call__(self, *events: type[Event]) -> Callable[[Handler], Handler]:
        def add(handler: Handler) -> Handler:
            if not inspect.iscoroutinefunction(handler):
                raise TypeError(f"{handler} must be async")
            for event in events:
                self.by_type.setdefault(event.type, []).append((event, handler))
            return handler

        return add

    @staticmethod
    def joined(parts: "list[Handlers]") -> "Handlers":
        """All handlers of a service; within one type they run in the order of the list."""
        whole = Handlers()
        for part in parts:
            for kind, handlers in part.by_type.items():
                whole.by_type.setdefault(kind, []).extend(handlers)
        return whole


def envelope(event: Event, *, id: UUID, source: str, time: datetime, traceparent: str | None) -> bytes:
    """The CloudEvent as JSON bytes, ready to publish."""
    body: dict[str, Any] = {
        "specversion": "1.0",
        "id": str(id),
        "source": source,
        "type": event.type,
        "subject": event.subject_id(),
        "time": time.isoformat(),
        "datacontenttype": "application/json",
        "dataschema": f"urn:meridian:events:{event.type}",
        "data": event.model_dump(mode="json"),
    }
    if traceparent:
        body["traceparent"] = traceparent
    return orjson.dumps(body)
