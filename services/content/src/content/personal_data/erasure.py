"""Finds an erased user's data in rows that do not carry their account id: guest forms, articles, revisions."""

from typing import Any
from uuid import UUID

from records.audit import ERASED_NAME
from sqlalchemy import ColumnElement, delete, func, or_, update
from sqlmodel import col

from content.articles.tables import Post, PostRevision
from content.fields import telephone
from content.inquiries.tables import Contact, ServiceRequest
from content.personal_data import queries
from content.runtime import Session
from content.users.tables import UserCopy

# Readers see an author, so an article gets the editorial office for the erased name.
EDITORS = {"author_first_name": "Редакция", "author_last_name": "", "author_avatar_url": None}


async def erase_inquiries(db: Session, user_id: UUID, user: UserCopy | None) -> None:
    """Delete the messages and service requests of the account, also those it sent as a guest."""
    for table in (Contact, ServiceRequest):
        matches: list[ColumnElement[bool]] = [col(table.user_id) == user_id]
        if user:
            matches.append(func.lower(col(table.email)) == user.email.lower())
            matches.append(col(table.id).in_(await _find_by_phone(db, table, user)))
        await db.execute(delete(table).where(or_(*matches)))


async def _find_by_phone(db: Session, table: Any, user: UserCopy) -> list[UUID]:
    """Guest rows with the account's number and name.

    An account's number is not proven, so the number alone proves nothing: otherwise anybody could enter another
    person's number, erase the account, and so delete that person's requests.
    """
    try:
        phone = telephone(user.phone or "")
    except ValueError:
        return []
    names = {name.casefold() for name in (user.first_name, user.last_name) if name}
    # A given address decides alone: an equal one is found by its email, another one is another person's.
    rows = await queries.list_guests_with_phone(db, table, phone)
    return [id for id, name in rows if names & set(name.casefold().split())]


async def erase_author(db: Session, user_id: UUID, user: UserCopy | None) -> None:
    """Take an editor's name off revisions, and off the articles that they created under their own name."""
    await db.execute(update(PostRevision).where(col(PostRevision.editor_id) == user_id).values(editor_name=ERASED_NAME))
    if user is None:
        return
    under_own_name = (
        col(Post.author_first_name) == user.first_name,
        col(Post.author_last_name) == user.last_name,
        col(Post.id).in_(queries.articles_created_by(user_id)),
    )
    await db.execute(update(Post).where(*under_own_name).values(**EDITORS))
