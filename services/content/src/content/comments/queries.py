"""Every SELECT of the comments. Readers' ones begin with `visible_to(caller)`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.auth import Principal
from sqlalchemy import ColumnElement, Row, Select, and_, case, delete, func, literal, literal_column, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col

from content.articles.search import query_for
from content.articles.tables import Post
from content.comments.schemas import CommentAdminQuery, CommentQuery
from content.comments.tables import Comment
from content.people.tables import Person


def visible_to(caller: Principal | None) -> ColumnElement[bool]:
    """Approved ones for everybody; one's own in every state; deleted ones for nobody."""
    approved = col(Comment.status) == "approved"
    return and_(present(), or_(approved, col(Comment.user_id) == caller.id) if caller else approved)


def present() -> ColumnElement[bool]:
    """Not deleted."""
    return col(Comment.deleted_at).is_(None)


def _with_author(caller: Principal | None, *, sees_reasons: bool = False) -> Select[Any]:
    own = col(Comment.user_id) == caller.id if caller else literal(False)
    reason = col(Comment.rejection_reason) if sees_reasons else case((own, col(Comment.rejection_reason)), else_=None)
    return select(
        col(Comment.id),
        col(Comment.post_id),
        col(Comment.user_id),
        col(Comment.content),
        col(Comment.status),
        reason.label("rejection_reason"),
        col(Comment.created_at),
        func.coalesce(Person.first_name, Comment.first_name).label("first_name"),
        func.coalesce(Person.last_name, Comment.last_name).label("last_name"),
        col(Person.avatar_url),
    ).join(Person, col(Person.id) == Comment.user_id, isouter=True)


async def page(
    db: AsyncSession, post_id: UUID, query: CommentQuery, *, caller: Principal | None
) -> tuple[Sequence[Row[Any]], int]:
    """Comments of one article, newest first."""
    asked = and_(col(Comment.post_id) == post_id, visible_to(caller))
    chosen = _with_author(caller).where(asked).order_by(col(Comment.id).desc())
    rows = (await db.execute(chosen.limit(query.limit).offset(query.offset))).all()
    return rows, await db.scalar(select(func.count()).select_from(Comment).where(asked)) or 0


async def one(db: AsyncSession, id: UUID, *, caller: Principal) -> Row[Any]:
    """One comment as its author sees it."""
    row: Row[Any] = (await db.execute(_with_author(caller).where(col(Comment.id) == id))).one()
    return row


async def own_or_any(db: AsyncSession, id: UUID, *, caller: Principal) -> Comment | None:
    """A comment the caller may change: his own, any for an administrator."""
    chosen = select(Comment).where(col(Comment.id) == id, present())
    if not caller.is_admin:
        chosen = chosen.where(col(Comment.user_id) == caller.id)
    return await db.scalar(chosen.with_for_update())


async def deleted_by(db: AsyncSession, id: UUID, *, caller: Principal) -> Comment | None:
    """A comment that the caller has deleted and that is not cleared away yet."""
    chosen = select(Comment).where(
        col(Comment.id) == id, col(Comment.deleted_at).is_not(None), col(Comment.deleted_by) == caller.id
    )
    return await db.scalar(chosen.with_for_update())


async def clear_away(db: AsyncSession, before: datetime) -> None:
    """Really delete what was deleted before that moment."""
    await db.execute(delete(Comment).where(col(Comment.deleted_at) <= before))


async def post_for_comment(db: AsyncSession, post_id: UUID) -> Post | None:
    """A published article."""
    return await db.scalar(select(Post).where(col(Post.id) == post_id, col(Post.status) == "published"))


def _desk() -> Select[Any]:
    """Comments with their article and their author's history."""
    other = aliased(Comment)

    def history(status: str) -> ColumnElement[int]:
        counted = select(func.count()).select_from(other)
        of_author = (col(other.user_id) == col(Comment.user_id), col(other.deleted_at).is_(None))
        return counted.where(*of_author, col(other.status) == status).scalar_subquery()

    return (
        _with_author(None, sees_reasons=True)
        .add_columns(
            col(Post.title).label("post_title"),
            col(Post.slug).label("post_slug"),
            col(Comment.moderator_id),
            col(Comment.moderated_at),
            col(Comment.version),
            history("approved").label("author_approved"),
            history("rejected").label("author_rejected"),
            func.coalesce(Person.is_blocked, False).label("author_blocked"),
        )
        .join(Post, col(Post.id) == Comment.post_id)
    )


async def desk(db: AsyncSession, query: CommentAdminQuery) -> tuple[Sequence[Row[Any]], int]:
    """A page of the moderator's desk: what waits is shown oldest first, the rest newest first."""
    asked = [present()]
    if query.status:
        asked.append(col(Comment.status) == query.status)
    if query.post_id:
        asked.append(col(Comment.post_id) == query.post_id)
    if query.user_id:
        asked.append(col(Comment.user_id) == query.user_id)
    if query.search and (found := query_for(query.search)) is not None:
        # Written as the index has it: a bound parameter for the language would hide the index.
        words: ColumnElement[Any] = literal_column("to_tsvector('russian'::regconfig, comments.content)")
        asked.append(words.op("@@")(found))
    oldest_first = query.sort == "created_at" or (query.sort is None and query.status == "pending")
    order = col(Comment.id).asc() if oldest_first else col(Comment.id).desc()
    # The page is cut out first: the database would count the authors' histories of all the rows that it skips.
    on_page = select(col(Comment.id)).where(*asked).order_by(order).limit(query.limit).offset(query.offset).subquery()
    rows = (await db.execute(_desk().join(on_page, on_page.c.id == Comment.id).order_by(order))).all()
    return rows, await db.scalar(select(func.count()).select_from(Comment).where(*asked)) or 0


async def desk_one(db: AsyncSession, id: UUID) -> Row[Any] | None:
    row: Row[Any] | None = (await db.execute(_desk().where(col(Comment.id) == id, present()))).one_or_none()
    return row


async def oldest_pending(db: AsyncSession) -> datetime | None:
    """When the comment that waits longest was written."""
    waiting = select(col(Comment.created_at)).where(col(Comment.status) == "pending", present())
    return await db.scalar(waiting.order_by(col(Comment.id)).limit(1))


async def locked(db: AsyncSession, ids: list[UUID]) -> Sequence[Comment]:
    """These comments, held in one order, so that two moderators cannot block each other."""
    chosen = select(Comment).where(col(Comment.id).in_(ids), present()).order_by(col(Comment.id))
    return (await db.scalars(chosen.with_for_update())).all()
