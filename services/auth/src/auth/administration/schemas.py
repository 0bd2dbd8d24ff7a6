from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from chassis.features.lists import PageQuery
from contracts.envelopes import Answer
from pydantic import AfterValidator, BaseModel, Field, model_validator

from auth.accounts.schemas import UserRead
from auth.fields import Line


def _unify_status_name(status: str) -> str:
    return "blocked" if status == "suspended" else status


AccountStatus = Annotated[Literal["active", "blocked", "suspended"], AfterValidator(_unify_status_name)]


class UsersFilter(BaseModel):
    """Filters and order of the list of accounts."""

    query: Line = Field("", max_length=100)
    role: Literal["user", "staff", "admin"] | None = None
    account_status: AccountStatus | None = None
    sort: Literal["-created_at", "created_at", "name", "-name", "email", "-email", "-last_login_at"] = "-created_at"


class UsersQuery(UsersFilter, PageQuery):
    """Filters, order and page of the list of accounts."""


class AdminUser(UserRead):
    """An account as administrators see it."""

    blocked_reason: str | None
    last_login_at: datetime | None
    version: int = Field(validation_alias="account_version")


class Users(Answer):
    users: list[AdminUser]
    total: int


class AdminUserAnswer(Answer):
    user: AdminUser


class UserChange(BaseModel):
    """A change by an administrator; `is_admin` is another way to set the role.

    `version` is the account version that the administrator has seen. Without it no check for newer changes is made.
    """

    role: Literal["user", "staff", "admin"] | None = None
    account_status: AccountStatus | None = None
    is_admin: bool | None = Field(None, strict=True)
    reason: Line | None = Field(None, max_length=500)
    version: int | None = Field(None, ge=0, strict=True)

    @model_validator(mode="after")
    def refuse_contradictions(self) -> "UserChange":
        if self.role and self.is_admin is not None and (self.role == "admin") != self.is_admin:
            raise ValueError("role и is_admin противоречат друг другу")
        return self


class AuditFilter(BaseModel):
    """Filters of the audit log."""

    actor_id: UUID | None = None
    subject_id: UUID | None = None
    action: Line | None = Field(None, max_length=60)


class AuditQuery(AuditFilter, PageQuery):
    """Filters and page of the audit log."""


class AuditRead(BaseModel):
    id: UUID
    at: datetime
    actor_id: UUID | None
    actor_name: str | None
    action: str
    subject_id: UUID | None
    subject_name: str | None
    details: dict[str, Any]
    ip: str


class Audit(Answer):
    entries: list[AuditRead]
    total: int
