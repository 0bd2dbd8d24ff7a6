"""Every SELECT of the articles. Public ones begin with `shown()`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.paging import ordering
from sqlalchemy import ColumnElement, Row, Select, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content.articles.schemas import PostAdminQuery, PostQuery
from content.articles.search import query_for, snippet
from content.articles.tables import Post, PostRevision, Tag
from content.comments.tables import Comment

IN_LIST = (
    "id", "slug", "title", "excerpt", "image_url", "thumbnail_url", "video_url", "drawing", "categories", "tags",
    "featured", "read_minutes", "published_at", "updated_at", "author_first_name", "author_last_name",
    "author_avatar_url",
)  # fmt: skip
SUMMARY: list[Any] = [getattr(Post, name) for name in IN_LIST]
BLOCK = 200
NEWEST = (col(Post.published_at).desc(), col(Post.id).desc())


def shown() -> ColumnElement[bool]:
    """What the public may read."""
    return col(Post.status) == "published"


def _asked(query: PostQuery) -> list[ColumnElement[bool]]:
    asked = [shown()]
    if query.category and query.category != "all":
        asked.append(col(Post.categories).contains([query.category]))
    if query.tag:
        asked.append(col(Post.tags).contains([query.tag]))
    if query.featured is not None:
        asked.append(col(Post.featured).is_(query.featured))
    if query.as_of is not None:
        asked.append(col(Post.published_at) <= query.as_of)
    return asked


async def page(db: AsyncSession, query: PostQuery) -> tuple[Sequence[Row[Any]], int]:
    """One page of the public list and the size of the whole: two statements, whatever is asked."""
    asked = _asked(query)
    chosen: Select[Any] = select(*SUMMARY)
    if query.search:
        found = query_for(query.search)
        if found is None:
            return [], 0
        asked.append(col(Post.search).op("@@")(found))
        chosen = _best(asked, found, query)
    else:
        chosen = chosen.where(*asked).order_by(*NEWEST).limit(query.limit).offset(query.offset)
    rows = (await db.execute(chosen)).all()
    total = await db.scalar(select(func.count()).select_from(Post).where(*asked))
    return rows, total or 0


def _best(asked: list[ColumnElement[bool]], found: ColumnElement[Any], query: PostQuery) -> Select[Any]:
    """The page of a search: found in the title before found in the text, then by rank, block by block.

    Ranking unpacks the words of a whole article, and a common word is in half of them; so matches are put in order
    of date first, and only the blocks that this page shows are ranked. The order is the same for every page.
    """
    in_title = col(Post.title_search).op("@@")(found)
    place = func.row_number().over(order_by=[in_title.desc(), *NEWEST]) - 1
    matches = select(col(Post.id).label("id"), in_title.label("in_title"), place.label("place")).where(*asked).cte()
    first, last = query.offset // BLOCK, (query.offset + query.limit - 1) // BLOCK
    block = matches.c.place / BLOCK
    rank = func.ts_rank(Post.search, found)
    order = (block, matches.c.in_title.desc(), rank.desc(), matches.c.place)
    ranked = (
        select(matches.c.id, func.row_number().over(order_by=order).label("position"))
        .join(Post, col(Post.id) == matches.c.id)
        .where(matches.c.place >= first * BLOCK, matches.c.place < (last + 1) * BLOCK)
        .order_by(*order)
        .limit(query.limit)
        .offset(query.offset - first * BLOCK)
        .subquery()
    )
    # Snippets cost the most, so they are made for the rows of this page only.
    shown_rows = select(*SUMMARY, snippet(Post.body_text, found).label("snippet"))
    return shown_rows.join(ranked, ranked.c.id == Post.id).order_by(ranked.c.position)


async def shown_post(db: AsyncSession, key: str) -> Post | None:
    """A public article by its slug or id."""
    return await db.scalar(select(Post).where(shown(), _named(key)))


def _named(key: str) -> ColumnElement[bool]:
    try:
        return or_(col(Post.id) == UUID(key), col(Post.slug) == key)
    except ValueError:
        return col(Post.slug) == key


async def related(db: AsyncSession, post: Post, *, limit: int = 3) -> Sequence[Row[Any]]:
    """Newest articles of the same category."""
    same = select(*SUMMARY).where(shown(), col(Post.id) != post.id, col(Post.categories).contains(post.categories[:1]))
    return (await db.execute(same.order_by(*NEWEST).limit(limit))).all()


async def comment_count(db: AsyncSession, post_id: UUID) -> int:
    """Approved comments only: what waits for a moderator is nobody's business."""
    approved = (col(Comment.status) == "approved", col(Comment.deleted_at).is_(None))
    counted = select(func.count()).select_from(Comment)
    return await db.scalar(counted.where(col(Comment.post_id) == post_id, *approved)) or 0


async def category_counts(db: AsyncSession) -> dict[str, int]:
    """Public articles by category, counted live."""
    slug = func.unnest(Post.categories).label("slug")
    rows = await db.execute(select(slug, func.count()).where(shown()).group_by(slug))
    return {row[0]: row[1] for row in rows}


async def shown_total(db: AsyncSession) -> int:
    return await db.scalar(select(func.count()).select_from(Post).where(shown())) or 0


async def tag_counts(db: AsyncSession) -> list[tuple[str, str, int]]:
    """Tags in use with their translations, the most used first."""
    used = select(func.unnest(Post.tags).label("slug")).where(shown()).subquery()
    counted = select(used.c.slug, func.count().label("count")).group_by(used.c.slug).subquery()
    name = func.coalesce(Tag.name, counted.c.slug)
    rows = await db.execute(
        select(counted.c.slug, name, counted.c.count)
        .join(Tag, col(Tag.slug) == counted.c.slug, isouter=True)
        .order_by(counted.c.count.desc(), counted.c.slug)
        .limit(100)
    )
    return [(row[0], row[1], row[2]) for row in rows]


async def slugs_like(db: AsyncSession, slug: str) -> set[str]:
    """Taken slugs that begin like this one."""
    taken = select(col(Post.slug)).where(
        or_(col(Post.slug) == slug, col(Post.slug).startswith(f"{slug}-", autoescape=True))
    )
    return set(await db.scalars(taken))


async def admin_page(db: AsyncSession, query: PostAdminQuery) -> tuple[Sequence[Post], int]:
    """One page of all articles."""
    asked: list[ColumnElement[bool]] = []
    if query.status:
        asked.append(col(Post.status) == query.status)
    if query.category:
        asked.append(col(Post.categories).contains([query.category]))
    if query.search and (found := query_for(query.search)) is not None:
        asked.append(col(Post.search).op("@@")(found))
    ordered = ordering(Post, query.sort)
    # Drafts have no day yet; they come last, as the index has it.
    ordered = ordered.nulls_last() if query.sort == "-published_at" else ordered
    chosen = select(Post).where(*asked).order_by(ordered, col(Post.id).desc())
    rows = (await db.scalars(chosen.limit(query.limit).offset(query.offset))).all()
    return rows, await db.scalar(select(func.count()).select_from(Post).where(*asked)) or 0


async def due(db: AsyncSession, now: datetime) -> Sequence[Post]:
    """Scheduled articles whose moment has come, held for this transaction."""
    waiting = select(Post).where(col(Post.status) == "scheduled", col(Post.publish_at) <= now)
    return (await db.scalars(waiting.order_by(col(Post.publish_at)).limit(50).with_for_update(skip_locked=True))).all()


async def revisions(db: AsyncSession, post_id: UUID) -> Sequence[PostRevision]:
    """What the article said before, newest first."""
    of_post = select(PostRevision).where(col(PostRevision.post_id) == post_id)
    return (await db.scalars(of_post.order_by(col(PostRevision.version).desc()).limit(100))).all()
