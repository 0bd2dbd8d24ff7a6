"""What one kind of news to people consists of."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from contracts.event import Event

from notifications.inbox.kinds import Kind
from notifications.preferences.rules import Channel

Audience = Literal["user", "admins", "everyone", "subscribers"]
ON_SITE: tuple[Channel, ...] = ("in_app",)
AND_PUSH: tuple[Channel, ...] = ("in_app", "push")
ALL: tuple[Channel, ...] = ("in_app", "email", "push")


def always(event: Any) -> bool:
    return True


def nothing(event: Any, at: datetime) -> dict[str, str]:
    return {}


@dataclass(frozen=True)
class Fact:
    """Of which fact whom we tell what and how. `key` names its wording, which administrators may change."""

    key: str
    event: type[Event]
    to: Audience
    type: Kind
    title: str
    message: str
    variables: tuple[str, ...] = ()
    values: Callable[[Any, datetime], dict[str, str]] = nothing
    channels: tuple[Channel, ...] = ON_SITE
    link: str | None = None
    applies: Callable[[Any], bool] = always
    in_digest: bool = False
