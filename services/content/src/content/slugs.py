"""The name of an article or a car in its address, the only one of its kind: given, or made of its title."""

from typing import Any
from uuid import UUID

from chassis.web.errors import Conflict
from sqlalchemy import ColumnElement, or_, select
from sqlmodel import col

from content.runtime import Session


class SlugTaken(Conflict):
    code, message = "slug_taken", "Такой адрес уже занят"


def key_filter(table: Any, key: str) -> ColumnElement[bool]:
    """The row with this slug or id."""
    try:
        return or_(col(table.id) == UUID(key), col(table.slug) == key)
    except ValueError:
        return col(table.slug) == key


async def free_slug(db: Session, table: Any, requested: str | None, *, made: str) -> str:
    """The requested slug, or the one made, with a number when it is taken. Raises SlugTaken."""
    slug = requested or made
    taken = await _list_alike(db, table, slug)
    if requested and requested in taken:
        raise SlugTaken
    numbered = (f"{slug}-{number}" for number in range(2, len(taken) + 3))
    return slug if slug not in taken else next(name for name in numbered if name not in taken)


async def check_slug(db: Session, row: Any, changes: dict[str, Any]) -> None:
    """Check that no other row has the slug that this one is to get. Raises SlugTaken."""
    slug = changes.get("slug", row.slug)
    if slug != row.slug and slug in await _list_alike(db, type(row), slug):
        raise SlugTaken


async def _list_alike(db: Session, table: Any, slug: str) -> set[str]:
    """Existing slugs that begin like this one."""
    alike = or_(col(table.slug) == slug, col(table.slug).startswith(f"{slug}-", autoescape=True))
    return set(await db.scalars(select(col(table.slug)).where(alike)))
