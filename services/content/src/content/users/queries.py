from collections.abc import Collection, Sequence
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import ColumnElement, or_, select
from sqlmodel import col

from content.runtime import Session
from content.users.tables import ErasedUser, UserCopy

EMPLOYEE_ROLES = ("staff", "admin")


async def find_erased(db: Session, ids: Collection[UUID]) -> set[UUID]:
    return set(await db.scalars(select(col(ErasedUser.id)).where(col(ErasedUser.id).in_(ids))))


async def list_employees(db: Session, *, also: Collection[UUID]) -> Sequence[UserCopy]:
    """Return the accounts of employees, and the accounts of `also` whatever their role."""
    employees = col(UserCopy.role).in_(EMPLOYEE_ROLES)
    return (await db.scalars(select(UserCopy).where(or_(employees, col(UserCopy.id).in_(also))))).all()


def match_assignee(column: Any, assignee: UUID | Literal["none"]) -> ColumnElement[bool]:
    """Return the condition for records of this employee by their column `assignee_id`, or those that nobody handles."""
    return col(column).is_(None) if assignee == "none" else col(column) == assignee
