from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from chassis.features.lists import count_rows
from sqlalchemy import ColumnElement, Row, Select, func, or_, select
from sqlmodel import col

from content.articles.tables import Post
from content.newsletter.tables import Mailing, Subscriber
from content.runtime import Session

IS_CONFIRMED = col(Subscriber.status) == "confirmed"
IS_PUBLISHED = col(Post.status) == "published"


async def find_by_email(db: Session, email: str) -> Subscriber | None:
    """Return the subscriber with this address, compared without case."""
    return await db.scalar(select(Subscriber).where(func.lower(Subscriber.email) == email.lower()))


async def list_planned_emails(db: Session, limit: int) -> Sequence[Row[Mailing, Subscriber, Post]]:
    """Return the next planned emails, the oldest article first."""
    statement = (
        select(Mailing, Subscriber, Post)
        .join(Subscriber, col(Subscriber.id) == Mailing.subscriber_id)
        .join(Post, col(Post.id) == Mailing.post_id)
        .where(col(Mailing.sent_at).is_(None), IS_CONFIRMED, IS_PUBLISHED)
        .order_by(col(Post.published_at), col(Post.id), col(Subscriber.id))
    )
    return (await db.execute(statement.limit(limit))).all()


async def count_unsent_emails(db: Session) -> int:
    """Return how many emails are planned but not yet sent."""
    return await count_rows(db, select(Mailing).where(col(Mailing.sent_at).is_(None)))


def select_unplanned_mailings(since: datetime) -> Select[UUID, UUID]:
    """Select each article published after `since` without planned emails, with each subscriber who should get it."""
    planned_mailing = select(col(Mailing.post_id)).where(col(Mailing.post_id) == Post.id)
    return select(col(Post.id), col(Subscriber.id)).where(
        IS_PUBLISHED,
        col(Post.published_at) > since,
        ~planned_mailing.exists(),
        IS_CONFIRMED,
        # Later subscribers can read the article on the site.
        col(Subscriber.confirmed_at) < Post.published_at,
    )


def build_obsolete_filter() -> ColumnElement[bool]:
    """Return the condition for a mailing to someone who unsubscribed, or of an article that was withdrawn."""
    readers = select(col(Subscriber.id)).where(IS_CONFIRMED)
    articles = select(col(Post.id)).where(IS_PUBLISHED)
    return or_(col(Mailing.subscriber_id).not_in(readers), col(Mailing.post_id).not_in(articles))
