from collections.abc import Collection, Sequence
from typing import Any, Literal
from uuid import UUID

from chassis.database.search import contains_text
from sqlalchemy import ColumnElement, and_, or_, select
from sqlmodel import col

from content.runtime import Session
from content.users.tables import ErasedUser, UserCopy

EMPLOYEE_ROLES = ("staff", "admin")
# Only this many words of a search are looked for in names, because each word costs another search.
MAX_NAME_WORDS = 4


async def find_erased_ids(db: Session, ids: Collection[UUID]) -> set[UUID]:
    return set(await db.scalars(select(col(ErasedUser.id)).where(col(ErasedUser.id).in_(ids))))


async def load_names(db: Session, ids: Collection[UUID | None]) -> dict[UUID, str]:
    """Return the names of accounts by id. Erased accounts are left out."""
    users = await db.scalars(select(UserCopy).where(col(UserCopy.id).in_(set(ids) - {None})))
    return {user.id: user.name for user in users}


async def list_employees(db: Session, *, extra_ids: Collection[UUID]) -> Sequence[UserCopy]:
    """Return the accounts of employees, and the accounts with `extra_ids`, whatever their role."""
    is_employee = col(UserCopy.role).in_(EMPLOYEE_ROLES)
    return (await db.scalars(select(UserCopy).where(or_(is_employee, col(UserCopy.id).in_(extra_ids))))).all()


def match_assignee(column: Any, assignee: UUID | Literal["none"]) -> ColumnElement[bool]:
    """Return the condition for records of this employee, or with `none` for records that nobody handles.

    `column` is the records' column `assignee_id`.
    """
    return col(column).is_(None) if assignee == "none" else col(column) == assignee


def build_user_search_filter(words: str) -> ColumnElement[bool]:
    """Return the condition for accounts with each of the first words in name or email, or with this text as phone."""
    # Each word is searched by itself, because first name and surname may come in any order.
    by_name = and_(*(contains_text(UserCopy.searched, word) for word in words.split()[:MAX_NAME_WORDS]))
    return or_(by_name, contains_text(UserCopy.searched_phone, words))
