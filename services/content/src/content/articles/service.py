"""Rules of the articles: writing, publication, and the responses for readers."""

from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.events import outbox
from chassis.web.auth import Principal
from chassis.web.caches import CachedBytes
from chassis.web.errors import Invalid, NotFound, StaleVersion, raises, require_found
from contracts.content import PostPublished
from slugify import slugify
from sqlalchemy import Row

from content import editing
from content.articles import queries, text
from content.articles.categories import CATEGORY_NAMES
from content.articles.schemas import (
    CategoryCount,
    CategoryList,
    FormerPost,
    PostCreate,
    PostList,
    PostPreviewRead,
    PostQuery,
    PostRead,
    PostSummary,
    PostUpdate,
    TagList,
)
from content.articles.search import limit_searches
from content.articles.tables import Post, PostRevision
from content.drafts import check_complete
from content.records import build_record
from content.restoring import RecordsChanged, lock_unchanged_records
from content.runtime import Session
from content.slugs import SlugTaken, check_slug, choose_free_slug, find_current_slug, keep_former_slug

cache = CachedBytes("articles", seconds=2)
EXCERPT_LENGTH = 200
# The fields that a published article needs, with the names that they have in requests.
REQUIRED_TO_PUBLISH = {"content": "content", "categories": "category"}
# Columns that a list shows under their own names.
SHOWN_FIELDS = [name for name in queries.SUMMARY_FIELDS if name in PostSummary.model_fields]


def serialize_summary(row: Row[Any] | Post) -> PostSummary:
    return PostSummary(**_build_summary_fields(row))


def _build_summary_fields(row: Row[Any] | Post) -> dict[str, Any]:
    """Return the fields of an article in a list. `created_at` is the time of publication."""
    author = {
        "first_name": row.author_first_name,
        "last_name": row.author_last_name,
        "avatar_url": row.author_avatar_url,
    }
    return {
        **{name: getattr(row, name) for name in SHOWN_FIELDS},
        "category": row.categories[0],
        "created_at": row.published_at,
        **author,
        "author": author,
        "snippet": getattr(row, "snippet", None),
    }


async def list_posts(db: Session, query: PostQuery) -> PostList:
    """Return a page of the blog as it was at `as_of`, the time of the first page that the reader opened."""
    async with limit_searches(query.search):
        rows, total = await queries.list_published_posts(db, query)
    has_more = query.offset + len(rows) < total
    posts = [serialize_summary(row) for row in rows]
    return PostList(posts=posts, hasMore=has_more, total=total, asOf=query.as_of or db.now())


@raises(NotFound)
async def read_post(db: Session, key: str) -> PostRead:
    """Return one article with its text and up to three related articles."""
    post = require_found(await queries.find_published_post(db, key), "Такой статьи нет")
    return PostRead(
        **_build_summary_fields(post),
        content=post.content,
        content_html=post.content_html,
        comment_count=await queries.count_comments(db, post.id),
        related=[serialize_summary(row) for row in await queries.list_related_posts(db, post)],
    )


async def find_slug_of_moved_post(db: Session, slug: str) -> str | None:
    """Return the current slug of the published article that had this slug before."""
    return await find_current_slug(db, Post, slug, is_public=queries.build_published_filter())


async def read_for_page(db: Session, slug: str) -> PostRead:
    """Return the article with this slug as the API shows it. Raises NotFound."""
    post = await read_post(db, slug)
    # The API also finds an article by its id, but its page has one address only.
    if post.slug != slug:
        raise NotFound("Такой статьи нет")
    return post


async def list_categories(db: Session) -> CategoryList:
    counts = await queries.count_posts_by_category(db)
    categories = [
        CategoryCount(slug=slug, name=name, count=counts.get(slug, 0)) for slug, name in CATEGORY_NAMES.items()
    ]
    return CategoryList(categories=categories, total=await queries.count_published_posts(db))


async def list_tags(db: Session) -> TagList:
    return TagList(
        tags=[CategoryCount(slug=slug, name=name, count=count) for slug, name, count in await queries.count_tags(db)]
    )


@raises(SlugTaken, Invalid)
async def create(db: Session, body: PostCreate, *, caller: Principal) -> Post:
    fields = body.model_dump(exclude={"category"})
    fields["author_first_name"] = body.author_first_name or caller.first_name
    fields["author_last_name"] = body.author_last_name or caller.last_name
    post = await build_post(db, **fields, categories=body.category)
    _check_can_be_published(post)
    editing.add_record(db, post, caller=caller, changes={"title": post.title, "status": post.status})
    await editing.flush_or_raise(db, SlugTaken)
    await record_published(db, post)
    return post


async def build_post(db: Session, *, title: str, content: str, slug: str | None = None, **fields: Any) -> Post:
    """Build an article with the fields derived from its text: HTML, plain text, excerpt, slug, reading time."""
    generated_slug = slugify(title, max_length=100, word_boundary=True) or "statya"
    slug = await choose_free_slug(db, Post, slug, generated=generated_slug)
    post = build_record(db, Post, title=title, slug=slug, **fields, **_render(content))
    post.excerpt = post.excerpt or _shorten(post.body_text)
    _set_publication_time(post, db.now())
    return post


@raises(NotFound, SlugTaken, StaleVersion, Invalid)
async def change(db: Session, id: UUID, body: PostUpdate, *, caller: Principal) -> Post:
    """Change an article and save the earlier version as a revision."""
    post, changes = await editing.lock_to_change(db, Post, id, body)
    was_published = post.published_at is not None
    if "category" in changes:
        changes["categories"] = changes.pop("category")
    await check_slug(db, post, changes)
    if "content" in changes:
        changes |= _render(changes["content"])
    _save_revision(db, post, caller=caller)
    slug_before = post.slug
    editing.apply_changes(db, post, changes, caller=caller)
    await keep_former_slug(db, post, slug_before)
    _check_can_be_published(post)
    if post.status != "draft":
        # A draft without a text had nothing to shorten.
        post.excerpt = post.excerpt or _shorten(post.body_text)
    _set_publication_time(post, db.now())
    await editing.flush_or_raise(db, SlugTaken)
    if not was_published:
        await record_published(db, post)
    return post


@raises(RecordsChanged, Invalid)
async def restore(db: Session, items: list[FormerPost], *, caller: Principal) -> None:
    """Give articles the status that they had before a bulk change, all or none."""
    await lock_unchanged_records(db, Post, items)
    for item in items:
        status_change = PostUpdate.model_validate({"version": item.version, "status": item.status})
        await change(db, item.id, status_change, caller=caller)


async def publish_due_posts(db: Session, _: object) -> None:
    for post in await queries.lock_due_posts(db, db.now()):
        post.status = "published"
        post.published_at = post.publish_at
        editing.mark_changed(db, post)
        await record_published(db, post)


async def record_published(db: Session, post: Post) -> None:
    """Publish the event of an article at its first publication, and drop the cached responses."""
    cache.drop_after_commit(db)
    if post.status == "published" and post.announced_at is None:
        post.announced_at = db.now()
        db.add(post)
        event = PostPublished(
            post_id=post.id, slug=post.slug, title=post.title, excerpt=post.excerpt, category=post.categories[0]
        )
        await outbox.record(db, event)


def preview(content: str) -> PostPreviewRead:
    """Render a text as readers would get it."""
    rendered = _render(content)
    return PostPreviewRead.model_validate(rendered | {"excerpt": _shorten(rendered["body_text"])})


def _render(content: str) -> dict[str, Any]:
    html = text.render_html(content)
    plain_text = text.extract_text(html)
    return {
        "content": content,
        "content_html": html,
        "body_text": plain_text,
        "read_minutes": text.estimate_minutes_to_read(plain_text),
    }


def _shorten(plain_text: str) -> str:
    if len(plain_text) <= EXCERPT_LENGTH:
        return plain_text
    return plain_text[:EXCERPT_LENGTH].rpartition(" ")[0] + "…"


def _check_can_be_published(post: Post) -> None:
    """Raise Invalid for a published or scheduled article that lacks what its page needs."""
    if post.status != "draft":
        check_complete(post, REQUIRED_TO_PUBLISH)


def _set_publication_time(post: Post, now: datetime) -> None:
    """Set `published_at`. A published article keeps the time of its first publication.

    Raises Invalid for a scheduled article without a time.
    """
    if post.status == "scheduled":
        if post.publish_at is None:
            raise Invalid(publish_at="Укажите, когда опубликовать")
        post.published_at = None
    elif post.status == "published" and post.published_at is None:
        is_backdated = post.publish_at is not None and post.publish_at <= now
        post.published_at = post.publish_at if is_backdated else now


def _save_revision(db: Session, post: Post, *, caller: Principal) -> None:
    fields = post.model_dump(include={"version", "title", "excerpt", "content"})
    saved_at = db.now()
    db.add(PostRevision(post_id=post.id, **fields, editor_id=caller.id, editor_name=caller.name, saved_at=saved_at))
