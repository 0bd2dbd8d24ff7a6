"""The list of the subscribers."""

from collections.abc import Sequence

from chassis.paging import ordering
from persistence.search import contains_text
from sqlalchemy import ColumnElement, func, select
from sqlmodel import col

from content.newsletter.schemas import SubscriberQuery
from content.newsletter.tables import SUBSCRIBER_SEARCH, Subscriber
from content.runtime import Session


async def list_subscribers(db: Session, query: SubscriberQuery) -> tuple[Sequence[Subscriber], int]:
    """A page of the subscribers."""
    filters: list[ColumnElement[bool]] = []
    if query.status:
        filters.append(col(Subscriber.status) == query.status)
    if query.search:
        filters.append(contains_text(SUBSCRIBER_SEARCH, query.search))
    ordered = select(Subscriber).where(*filters).order_by(ordering(Subscriber, query.sort), col(Subscriber.id))
    rows = (await db.scalars(ordered.limit(query.limit).offset(query.offset))).all()
    return rows, await db.scalar(select(func.count()).select_from(Subscriber).where(*filters)) or 0
