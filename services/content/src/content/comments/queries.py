"""SELECTs of comments. Queries for readers begin with `visible_to(caller)`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.features.lists import fetch_total, match_equal
from chassis.web.auth import Principal
from chassis.web.errors import NotFound, raises, require_found
from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    SQLColumnExpression,
    and_,
    case,
    func,
    literal,
    literal_column,
    or_,
    select,
)
from sqlalchemy.orm import aliased
from sqlmodel import col

from content.articles.search import build_search_condition
from content.articles.tables import Post
from content.comments.schemas import CommentAdmin, CommentAdminQuery, CommentQuery, CommentRead
from content.comments.tables import Comment
from content.runtime import Session
from content.users.tables import UserCopy

NOT_FOUND_TEXT = "Такого комментария нет"


def visible_to(caller: Principal | None) -> ColumnElement[bool]:
    """Return the condition for approved comments and the caller's own, without deleted ones."""
    is_visible = col(Comment.status) == "approved"
    if caller:
        is_visible = or_(is_visible, col(Comment.user_id) == caller.id)
    return and_(build_not_deleted_filter(), is_visible)


def build_not_deleted_filter() -> ColumnElement[bool]:
    return col(Comment.deleted_at).is_(None)


def _select_with_author(caller: Principal | None, *, sees_reasons: bool = False) -> Select[Any]:
    """Select comments with their authors' names. Without `sees_reasons` only authors get the reason of a rejection."""
    reason: SQLColumnExpression[Any] = col(Comment.rejection_reason)
    if not sees_reasons:
        is_own = col(Comment.user_id) == caller.id if caller else literal(False)
        reason = case((is_own, reason), else_=None)
    columns: list[Any] = [Comment.id, Comment.post_id, Comment.user_id, Comment.content, Comment.status]
    return select(
        *columns,
        col(Comment.created_at),
        reason.label("rejection_reason"),
        func.coalesce(UserCopy.first_name, Comment.first_name).label("first_name"),
        func.coalesce(UserCopy.last_name, Comment.last_name).label("last_name"),
        col(UserCopy.avatar_url),
    ).join(UserCopy, col(UserCopy.id) == Comment.user_id, isouter=True)


async def list_comments_of_post(
    db: Session, post_id: UUID, query: CommentQuery, *, caller: Principal | None
) -> tuple[Sequence[Row[Any]], int]:
    """Return the comments of one article, newest first.

    Only administrators see the comments of an article that is not published.
    """
    filters = and_(col(Comment.post_id) == post_id, visible_to(caller))
    if caller is None or not caller.is_admin:
        published_post = select(col(Post.id)).where(col(Post.id) == post_id, col(Post.status) == "published")
        filters = and_(filters, published_post.exists())
    statement = _select_with_author(caller).where(filters).order_by(col(Comment.id).desc())
    rows = (await db.execute(statement.limit(query.limit).offset(query.offset))).all()
    return rows, await fetch_total(db, select(Comment).where(filters), query, rows_on_page=len(rows))


async def get_comment(db: Session, id: UUID, *, caller: Principal) -> CommentRead:
    """Return one comment as its author sees it."""
    row = (await db.execute(_select_with_author(caller).where(col(Comment.id) == id))).one()
    return CommentRead.model_validate(row, from_attributes=True)


def select_pending_comments(caller: Principal) -> Select[UUID]:
    """Select the caller's comments that wait for a moderator."""
    pending_filters = (col(Comment.status) == "pending", build_not_deleted_filter())
    return select(col(Comment.id)).where(col(Comment.user_id) == caller.id, *pending_filters)


async def lock_editable_comment(db: Session, id: UUID, *, caller: Principal) -> Comment | None:
    """Lock a comment that the caller may change: their own, or any for an administrator."""
    statement = select(Comment).where(col(Comment.id) == id, build_not_deleted_filter())
    if not caller.is_admin:
        statement = statement.where(col(Comment.user_id) == caller.id)
    return await db.scalar(statement.with_for_update())


async def lock_comment_deleted_by(db: Session, id: UUID, *, caller: Principal) -> Comment | None:
    """Lock a comment that the caller has deleted and that is not purged yet."""
    statement = select(Comment).where(
        col(Comment.id) == id, col(Comment.deleted_at).is_not(None), col(Comment.deleted_by) == caller.id
    )
    return await db.scalar(statement.with_for_update())


async def find_published_post(db: Session, post_id: UUID) -> Post | None:
    """Return a published article, or None."""
    return await db.scalar(select(Post).where(col(Post.id) == post_id, col(Post.status) == "published"))


def _select_for_moderation() -> Select[Any]:
    """Select comments with their article and their author's history."""
    author_comment = aliased(Comment)

    def count_author_comments(status: str) -> ColumnElement[int]:
        comment_count = select(func.count()).select_from(author_comment)
        conditions = (col(author_comment.user_id) == col(Comment.user_id), col(author_comment.deleted_at).is_(None))
        return comment_count.where(*conditions, col(author_comment.status) == status).scalar_subquery()

    return (
        _select_with_author(None, sees_reasons=True)
        .add_columns(
            col(Post.title).label("post_title"),
            col(Post.slug).label("post_slug"),
            col(Comment.moderator_id),
            col(Comment.moderated_at),
            col(Comment.version),
            count_author_comments("approved").label("author_approved"),
            count_author_comments("rejected").label("author_rejected"),
            func.coalesce(UserCopy.is_blocked, False).label("author_blocked"),
        )
        .join(Post, col(Post.id) == Comment.post_id)
    )


async def list_for_moderation(db: Session, query: CommentAdminQuery) -> tuple[list[CommentAdmin], int]:
    """Return a page of comments for moderators.

    Without `sort` in the query, waiting comments (`status=pending`) come oldest first, and others newest first.
    """
    filters = [build_not_deleted_filter(), *match_equal(Comment, query, "status", "post_id", "user_id")]
    if query.search:
        # This is written exactly as in the index, which is not used if the language is a bound parameter.
        searched_words: ColumnElement[Any] = literal_column("to_tsvector('russian'::regconfig, comments.content)")
        filters.append(build_search_condition(searched_words, query.search))
    is_oldest_first = query.sort == "created_at" or (query.sort is None and query.status == "pending")
    order = col(Comment.id).asc() if is_oldest_first else col(Comment.id).desc()
    # The page is selected first: otherwise the database would also count the authors' histories of all skipped rows.
    page = select(col(Comment.id)).where(*filters).order_by(order).limit(query.limit).offset(query.offset).subquery()
    rows = (await db.execute(_select_for_moderation().join(page, page.c.id == Comment.id).order_by(order))).all()
    comments = [CommentAdmin.model_validate(row, from_attributes=True) for row in rows]
    return comments, await fetch_total(db, select(Comment).where(*filters), query, rows_on_page=len(comments))


@raises(NotFound)
async def get_for_moderation(db: Session, id: UUID) -> CommentAdmin:
    """Return one comment as a moderator sees it."""
    row = (
        await db.execute(_select_for_moderation().where(col(Comment.id) == id, build_not_deleted_filter()))
    ).one_or_none()
    return CommentAdmin.model_validate(require_found(row, NOT_FOUND_TEXT), from_attributes=True)


async def find_oldest_pending_time(db: Session) -> datetime | None:
    """Return when the comment that has waited longest was written, or None if none waits."""
    pending_times = select(col(Comment.created_at)).where(col(Comment.status) == "pending", build_not_deleted_filter())
    return await db.scalar(pending_times.order_by(col(Comment.id)).limit(1))


async def lock_comments(db: Session, ids: list[UUID]) -> Sequence[Comment]:
    """Lock these comments, always in one order, so that two moderators cannot deadlock."""
    statement = select(Comment).where(col(Comment.id).in_(ids), build_not_deleted_filter()).order_by(col(Comment.id))
    return (await db.scalars(statement.with_for_update())).all()
