"""Audiences of campaigns: SQL conditions over the copy of accounts."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, exists, or_
from sqlmodel import col

from notifications.channels.tables import PushSubscription
from notifications.preferences.tables import Preference
from notifications.users.queries import build_reachable_filter
from notifications.users.tables import UserCopy

MAX_NEWCOMER_AGE = timedelta(days=30)


@dataclass(frozen=True)
class Segment:
    """A named group of users; `title` is shown to administrators."""

    title: str
    rule: Callable[[datetime], ColumnElement[bool]]


def _build_subscriber_filter(now: datetime) -> ColumnElement[bool]:
    """Return the condition for users who agreed to advertising, at registration or later in their preferences."""
    promotion = col(Preference.choices)["promotion"]
    has_agreed = or_(
        promotion["email"].as_boolean(), promotion["push"].as_boolean(), promotion["telegram"].as_boolean()
    )
    return col(UserCopy.marketing).is_(True) | exists().where(col(Preference.user_id) == col(UserCopy.id), has_agreed)


SEGMENTS: dict[str, Segment] = {
    "subscribers": Segment("Согласились на рассылку", _build_subscriber_filter),
    "buyers": Segment("Есть заказ", lambda now: col(UserCopy.is_buyer).is_(True)),
    "newcomers": Segment("Зарегистрировались за 30 дней", lambda now: col(UserCopy.joined_at) > now - MAX_NEWCOMER_AGE),
    "push": Segment(
        "Включили push",
        lambda now: exists().where(col(PushSubscription.user_id) == col(UserCopy.id)),
    ),
}


def build_member_filter(audience: dict[str, Any], now: datetime) -> ColumnElement[bool]:
    """Return the condition that selects the users of an audience who can be reached at all."""
    if "role" in audience:
        return and_(build_reachable_filter(), col(UserCopy.role) == audience["role"])
    if "user_ids" in audience:
        return and_(build_reachable_filter(), col(UserCopy.id).in_(audience["user_ids"]))
    if "segment" in audience:
        return and_(build_reachable_filter(), SEGMENTS[audience["segment"]].rule(now))
    return build_reachable_filter()
