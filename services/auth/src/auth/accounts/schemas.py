from datetime import datetime
from typing import Literal, Self
from uuid import UUID

from chassis.fields import UNSET, is_none
from contracts.envelopes import Answer
from pydantic import BaseModel, Field

from auth.accounts.tables import Account, Role
from auth.fields import Name, Phone


class UserRead(BaseModel):
    """An account as its owner sees it."""

    id: UUID
    email: str
    first_name: str
    last_name: str
    phone: str | None
    avatar_url: str | None
    email_verified: bool
    role: Role
    is_admin: bool
    account_status: Literal["active", "blocked"]
    created_at: datetime
    has_password: bool = True
    factor_removal_at: datetime | None = Field(
        None,
        exclude_if=is_none,
        description="When second factors that a reported session added are removed, unless the user keeps them",
    )
    first_password_until: datetime | None = Field(
        None,
        exclude_if=is_none,
        description="Until when the password of the first start is valid for administration",
    )

    @classmethod
    def of(cls, account: Account) -> Self:
        return cls.model_validate(account, from_attributes=True)


class TextAnswer(Answer):
    """Success with a text for the user."""

    message: str


class UserAnswer(Answer):
    user: UserRead

    @classmethod
    def of(cls, account: Account) -> Self:
        return cls(user=UserRead.of(account))


class ProfileUpdate(BaseModel):
    """A partial update of the caller's profile. Absent fields keep their values."""

    first_name: Name = UNSET
    last_name: Name = UNSET
    phone: Phone = None
