"""Slugs: unique names of articles and cars in their addresses. They are entered, or generated from the title."""

from typing import Any
from uuid import UUID

from chassis.web.errors import Conflict
from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from content.runtime import Session
from content.slug_tables import FormerSlug


class SlugTaken(Conflict):
    code = "slug_taken"
    message = "Такой адрес уже занят"


def build_key_filter(table: Any, key: str) -> ColumnElement[bool]:
    """Return the condition for the row with this slug or id."""
    try:
        return or_(col(table.id) == UUID(key), col(table.slug) == key)
    except ValueError:
        return col(table.slug) == key


async def choose_free_slug(db: Session, table: Any, requested: str | None, *, generated: str) -> str:
    """Return the requested slug, or the generated one, with a number if it is taken.

    Raises SlugTaken if the requested slug is taken.
    """
    slug = requested or generated
    taken_slugs = await _list_similar_slugs(db, table, slug)
    if requested and requested in taken_slugs:
        raise SlugTaken
    if slug not in taken_slugs:
        return slug
    numbered_slugs = (f"{slug}-{number}" for number in range(2, len(taken_slugs) + 3))
    return next(name for name in numbered_slugs if name not in taken_slugs)


async def check_slug(db: Session, row: Any, changes: dict[str, Any]) -> None:
    """Check that no other row has the new slug of this row. Raises SlugTaken."""
    slug = changes.get("slug", row.slug)
    if slug != row.slug and slug in await _list_similar_slugs(db, type(row), slug):
        raise SlugTaken


async def keep_former_slug(db: Session, row: Any, slug_before: str) -> None:
    """Store the slug that a record had before a change, so that its old address redirects."""
    if row.slug == slug_before:
        return
    values = {"record_id": row.id, "replaced_at": db.now()}
    statement = insert(FormerSlug).values(entity=row.entity, slug=slug_before, **values)
    await db.execute(statement.on_conflict_do_update(index_elements=["entity", "slug"], set_=values))


async def find_current_slug(db: Session, table: Any, key: str, *, is_public: ColumnElement[bool]) -> str | None:
    """Return the current slug of the public record that had this slug before."""
    return await db.scalar(
        select(col(table.slug))
        .join(FormerSlug, col(FormerSlug.record_id) == col(table.id))
        .where(col(FormerSlug.entity) == table.entity, col(FormerSlug.slug) == key, is_public)
    )


def redirect_to(request: Request, address: str) -> Response:
    """Build a permanent redirect (RFC 9110, section 15.4.9) that keeps the query."""
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(address + query, status_code=308, headers={"Cache-Control": "no-cache"})


async def _list_similar_slugs(db: Session, table: Any, slug: str) -> set[str]:
    """Return this slug if it exists, and the existing slugs that continue it with a hyphen."""
    is_similar = or_(col(table.slug) == slug, col(table.slug).startswith(f"{slug}-", autoescape=True))
    return set(await db.scalars(select(col(table.slug)).where(is_similar)))
