"""Who belongs to an audience: rules over the copy of accounts."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, exists, or_
from sqlmodel import col

from notifications.channels.tables import PushSubscription
from notifications.people.queries import reachable
from notifications.people.tables import Person
from notifications.preferences.tables import Preference

NEWCOMER = timedelta(days=30)


@dataclass(frozen=True)
class Segment:
    """A group with a name for people."""

    title: str
    rule: Callable[[datetime], ColumnElement[bool]]


def _subscribers(now: datetime) -> ColumnElement[bool]:
    """They agreed to advertising, at the registration or later in their preferences."""
    promotion = col(Preference.choices)["promotion"]
    asked = or_(promotion["email"].as_boolean(), promotion["push"].as_boolean())
    return col(Person.marketing).is_(True) | exists().where(col(Preference.user_id) == col(Person.id), asked)


SEGMENTS: dict[str, Segment] = {
    "subscribers": Segment("Согласились на рассылку", _subscribers),
    "buyers": Segment("Есть заказ", lambda now: col(Person.is_buyer).is_(True)),
    "newcomers": Segment("Зарегистрировались за 30 дней", lambda now: col(Person.joined_at) > now - NEWCOMER),
    "push": Segment(
        "Включили push",
        lambda now: exists().where(col(PushSubscription.user_id) == col(Person.id)),
    ),
}


def members(audience: dict[str, Any], now: datetime) -> ColumnElement[bool]:
    """The people of an audience; only those who can be reached at all."""
    if "role" in audience:
        return and_(reachable(), col(Person.role) == audience["role"])
    if "user_ids" in audience:
        return and_(reachable(), col(Person.id).in_(audience["user_ids"]))
    if "segment" in audience:
        return and_(reachable(), SEGMENTS[audience["segment"]].rule(now))
    return reachable()
