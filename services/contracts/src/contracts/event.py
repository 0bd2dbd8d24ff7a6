"""The base class of events: named in the past tense, with ids and small values, never a whole row."""

from datetime import datetime
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict

EVENTS: dict[str, type["Event"]] = {}


class Event(BaseModel):
    """Base of all events.

    `type` is `<service>.<entity>.<verb>`; `build_nats_subject` returns the NATS subject. A class without a type is the
    base of events with the same fields.
    The first field is the id of the entity that the event is about and becomes the CloudEvents `subject`.
    A new field must be optional: older messages stay readable. An event with another meaning has another type.
    `python -m tests.contract.event_compatibility` compares the events with the last release.
    A copy (`make replay`) has an `audience`. `time_field` names its field with the time of the copied state.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")
    type: ClassVar[str]
    time_field: ClassVar[str | None] = None
    # True for an answer that every service gives, with its name in the field `service`. The NATS subject ends with that
    # name, so that NATS lets no service answer for another.
    is_answer: ClassVar[bool] = False
    # The first word of the NATS subject: `events`, or `exports` for personal data, which auth alone reads.
    stream: ClassVar[Literal["events", "exports"]] = "events"

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        if "type" not in vars(cls):
            return
        registered_class = EVENTS.setdefault(cls.type, cls)
        if registered_class.__qualname__ != cls.__qualname__:
            raise TypeError(f"two events named {cls.type}")

    def get_subject_id(self) -> str:
        """Return the id of the entity that this event is about."""
        first_field = next(iter(type(self).model_fields))
        return str(getattr(self, first_field))

    def is_for(self, service: str) -> bool:
        """Return True if the service handles this event: a copy is only for the service that requested it."""
        return getattr(self, "audience", service) == service

    def get_time(self, published_at: datetime) -> datetime:
        """Return the time of the reported change: the `time_field` of a copy, else the time of publication."""
        if self.time_field is None:
            return published_at
        time: datetime = getattr(self, self.time_field)
        return time


def build_nats_subject(type: str, service: str) -> str:
    """Return the NATS subject on which `service` publishes events of this type; `*` stands for every service."""
    event = EVENTS.get(type)
    stream = event.stream if event else "events"
    return f"{stream}.{type}.{service}" if event and event.is_answer else f"{stream}.{type}"


def get_publisher(source: object) -> str:
    """Return the service that a CloudEvents `source` names: `/services/content` is content.

    The result is empty for anything else.
    """
    prefix, _, service = str(source).rpartition("/")
    return service if prefix == "/services" else ""
