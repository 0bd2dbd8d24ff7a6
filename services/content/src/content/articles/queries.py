"""Every SELECT of the articles. Public queries begin with `build_published_filter()`."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

from chassis.features.lists import build_order_by, count_rows, fetch_page, match_equal
from sqlalchemy import ColumnElement, Row, Select, bindparam, func, select
from sqlmodel import col

from content.articles.schemas import PostAdminQuery, PostQuery
from content.articles.search import build_query, build_search_condition, select_snippet
from content.articles.tables import Post, PostRevision, Tag
from content.audit.tables import AuditEntry
from content.comments.tables import Comment
from content.runtime import Session
from content.slugs import build_key_filter

SUMMARY_FIELDS = (
    "id", "slug", "title", "excerpt", "image_url", "image_alt", "thumbnail_url", "video_url", "drawing",
    "categories", "tags", "featured", "read_minutes", "published_at", "updated_at",
    "author_first_name", "author_last_name", "author_avatar_url",
)  # fmt: skip
SUMMARY_COLUMNS: list[Any] = [getattr(Post, name) for name in SUMMARY_FIELDS]
# Number of search results that are ranked together.
BLOCK_SIZE = 60
NEWEST_FIRST = (col(Post.published_at).desc(), col(Post.id).desc())


def build_published_filter() -> ColumnElement[bool]:
    return col(Post.status) == "published"


FILTERS: dict[str, ColumnElement[bool]] = {
    "category": col(Post.categories).contains(bindparam("category")),
    "tag": col(Post.tags).contains(bindparam("tag")),
    "is_featured": col(Post.featured).is_(True),
    "is_not_featured": col(Post.featured).is_(False),
    "as_of": col(Post.published_at) <= bindparam("as_of"),
}


def _list_sent_filters(query: PostQuery) -> dict[str, Any]:
    """Return the filters that a request has, with their parameters."""
    sent_filters: dict[str, Any] = {}
    if query.category and query.category != "all":
        sent_filters["category"] = [query.category]
    if query.tag:
        sent_filters["tag"] = [query.tag]
    if query.featured is not None:
        name = "is_featured" if query.featured else "is_not_featured"
        sent_filters[name] = None
    if query.as_of is not None:
        sent_filters["as_of"] = query.as_of
    return sent_filters


def _build_filters(names: Iterable[str]) -> list[ColumnElement[bool]]:
    return [build_published_filter(), *(FILTERS[name] for name in sorted(names))]


@cache
def _select_newest_page(names: frozenset[str]) -> Select[Any]:
    """Select a page of the articles that pass these filters, the newest first, and the total.

    The statement is cached, because building it takes a seventh of the time of a request.
    """
    filters = _build_filters(names)
    count = select(func.count()).select_from(Post).where(*filters)
    summaries: Select[Any] = select(*SUMMARY_COLUMNS, count.scalar_subquery().label("total"))
    return summaries.where(*filters).order_by(*NEWEST_FIRST).limit(bindparam("rows")).offset(bindparam("skipped"))


async def list_published_posts(db: Session, query: PostQuery) -> tuple[Sequence[Row[Any]], int]:
    """Return one page of the public list and the total, in one statement unless the page is empty."""
    sent_filters = _list_sent_filters(query)
    filters = _build_filters(sent_filters)
    if query.search:
        text_query = build_query(query.search)
        if text_query is None:
            return [], 0
        filters.append(col(Post.search).op("@@")(text_query))
        rows = (await db.execute(_select_ranked_page(filters, text_query, query), sent_filters)).all()
    else:
        parameters = sent_filters | {"rows": query.limit, "skipped": query.offset}
        rows = (await db.execute(_select_newest_page(frozenset(sent_filters)), parameters)).all()
    if rows:
        return rows, rows[0].total
    count = select(func.count()).select_from(Post).where(*filters)
    return rows, await db.scalar(count, sent_filters) or 0


def _select_ranked_page(
    filters: list[ColumnElement[bool]], text_query: ColumnElement[Any], query: PostQuery
) -> Select[Any]:
    """Select a page of search results: matches in the title first, then matches in the text, by rank within blocks.

    Ranking unpacks the words of a whole article, and half of the articles contain a common word. So matches are
    sorted by date first, and only the blocks that this page shows are ranked. The order is the same for every page.
    """
    in_title = col(Post.title_search).op("@@")(text_query)
    row_index = func.row_number().over(order_by=[in_title.desc(), *NEWEST_FIRST]) - 1
    matches = (
        select(
            col(Post.id).label("id"),
            in_title.label("in_title"),
            row_index.label("row_index"),
            func.count().over().label("total"),
        )
        .where(*filters)
        .cte()
    )
    first_block = query.offset // BLOCK_SIZE
    last_block = (query.offset + query.limit - 1) // BLOCK_SIZE
    block = matches.c.row_index / BLOCK_SIZE
    rank = func.ts_rank(Post.search, text_query)
    order = (block, matches.c.in_title.desc(), rank.desc(), matches.c.row_index)
    ranked_posts = (
        select(matches.c.id, matches.c.total, func.row_number().over(order_by=order).label("position"))
        .join(Post, col(Post.id) == matches.c.id)
        .where(matches.c.row_index >= first_block * BLOCK_SIZE, matches.c.row_index < (last_block + 1) * BLOCK_SIZE)
        .order_by(*order)
        .limit(query.limit)
        .offset(query.offset - first_block * BLOCK_SIZE)
        .subquery()
    )
    # Snippets cost the most, so they are made for the rows of this page only.
    page_rows = select(
        *SUMMARY_COLUMNS, ranked_posts.c.total, select_snippet(Post.body_text, text_query).label("snippet")
    )
    return page_rows.join(ranked_posts, ranked_posts.c.id == Post.id).order_by(ranked_posts.c.position)


async def find_published_post(db: Session, key: str) -> Post | None:
    return await db.scalar(select(Post).where(build_published_filter(), build_key_filter(Post, key)))


async def list_related_posts(db: Session, post: Post, *, limit: int = 3) -> Sequence[Row[Any]]:
    """Return the newest other articles in the first category of this article."""
    same_category = select(*SUMMARY_COLUMNS).where(
        build_published_filter(), col(Post.id) != post.id, col(Post.categories).contains(post.categories[:1])
    )
    return (await db.execute(same_category.order_by(*NEWEST_FIRST).limit(limit))).all()


async def count_comments(db: Session, post_id: UUID) -> int:
    """Return the number of approved comments."""
    approval_conditions = (col(Comment.status) == "approved", col(Comment.deleted_at).is_(None))
    return await count_rows(db, select(Comment).where(col(Comment.post_id) == post_id, *approval_conditions))


async def count_posts_by_category(db: Session) -> dict[str, int]:
    """Return the number of published articles of each category, by its slug."""
    slug = func.unnest(Post.categories).label("slug")
    rows = await db.execute(select(slug, func.count()).where(build_published_filter()).group_by(slug))
    return {row[0]: row[1] for row in rows}


async def count_published_posts(db: Session) -> int:
    return await count_rows(db, select(Post).where(build_published_filter()))


async def count_tags(db: Session) -> list[tuple[str, str, int]]:
    """Return the tags in use with their translations, the most used first."""
    used_slugs = select(func.unnest(Post.tags).label("slug")).where(build_published_filter()).subquery()
    slug_counts = select(used_slugs.c.slug, func.count().label("count")).group_by(used_slugs.c.slug).subquery()
    name = func.coalesce(Tag.name, slug_counts.c.slug)
    rows = await db.execute(
        select(slug_counts.c.slug, name, slug_counts.c.count)
        .join(Tag, col(Tag.slug) == slug_counts.c.slug, isouter=True)
        .order_by(slug_counts.c.count.desc(), slug_counts.c.slug)
        .limit(100)
    )
    return [(slug, name, count) for slug, name, count in rows]


async def list_for_admin(db: Session, query: PostAdminQuery) -> tuple[Sequence[Post], int]:
    filters = match_equal(Post, query, "status")
    if query.category:
        filters.append(col(Post.categories).contains([query.category]))
    if query.search:
        filters.append(build_search_condition(col(Post.search), query.search))
    order = build_order_by(Post, query.sort)
    if query.sort == "-published_at":
        # Drafts have no publication time. They come last, as in the index.
        order = order.nulls_last()
    statement = select(Post).where(*filters).order_by(order, col(Post.id).desc())
    return await fetch_page(db, statement, query)


async def lock_due_posts(db: Session, now: datetime) -> Sequence[Post]:
    """Return and lock up to 50 scheduled articles that are due."""
    due_posts = select(Post).where(col(Post.status) == "scheduled", col(Post.publish_at) <= now)
    return (
        await db.scalars(due_posts.order_by(col(Post.publish_at)).limit(50).with_for_update(skip_locked=True))
    ).all()


async def list_revisions(db: Session, post_id: UUID) -> Sequence[PostRevision]:
    """Return earlier versions of an article, newest first."""
    revisions = select(PostRevision).where(col(PostRevision.post_id) == post_id)
    return (await db.scalars(revisions.order_by(col(PostRevision.version).desc()).limit(100))).all()


def select_ids_created_by(user_id: UUID) -> Select[UUID | None]:
    """Select the ids of the articles that this user has created."""
    return select(col(AuditEntry.entity_id)).where(
        col(AuditEntry.actor_id) == user_id, col(AuditEntry.entity) == "post", col(AuditEntry.action) == "create"
    )
