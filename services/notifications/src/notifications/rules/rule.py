"""A notification rule: which event notifies whom, with which text, on which channels."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from contracts.event import Event

from notifications.inbox.kinds import Kind
from notifications.preferences.policy import Channel

Audience = Literal["user", "admins", "everyone", "subscribers"]
Events = tuple[type[Event], ...]
ON_SITE: tuple[Channel, ...] = ("in_app",)
AND_PUSH: tuple[Channel, ...] = ("in_app", "push")
ALL: tuple[Channel, ...] = ("in_app", "email", "push")


@dataclass(frozen=True)
class NotificationRule:
    """One event and its notification.

    Variables of the template are the fields of the event with their names; `values` gives the others, or others than
    those, from the event and its time. `applies` can leave an event out.
    """

    event: type[Event]
    to: Audience
    type: Kind
    title: str
    message: str
    variables: tuple[str, ...] = ()
    values: Callable[[Any, datetime], dict[str, str]] = lambda event, at: {}
    channels: tuple[Channel, ...] = ON_SITE
    link: str | None = None
    # By what the rules of one event differ.
    variant: str = ""
    applies: Callable[[Any], bool] = lambda event: True
    in_digest: bool = False
    # Other events with the same notification.
    also: Events = ()

    @property
    def key(self) -> str:
        """The name of its template, which administrators may change."""
        return f"{self.event.type}.{self.variant}" if self.variant else self.event.type

    def read_values(self, event: Event, at: datetime) -> dict[str, str]:
        """The variables of the template for an event of that time."""
        return event.model_dump(include=set(self.variables)) | self.values(event, at)
