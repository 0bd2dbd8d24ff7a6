from datetime import datetime
from typing import Literal
from uuid import UUID

from chassis.fields import UNSET
from pydantic import BaseModel

from auth.accounts.tables import Account
from auth.fields import Name, Phone


class UserRead(BaseModel):
    """A person as the clients know him."""

    id: UUID
    email: str
    first_name: str
    last_name: str
    phone: str | None
    avatar_url: str | None
    email_verified: bool
    role: Literal["user", "staff", "admin"]
    is_admin: bool
    account_status: Literal["active", "blocked"]
    created_at: datetime
    has_password: bool = True

    @classmethod
    def of(cls, account: Account) -> "UserRead":
        return cls(
            id=account.id,
            email=account.email,
            first_name=account.first_name,
            last_name=account.last_name,
            phone=account.phone,
            avatar_url=account.avatar_url,
            email_verified=True,
            role=account.contract_role,
            is_admin=account.is_admin,
            account_status="active" if account.account_status == "active" else "blocked",
            created_at=account.created_at,
            has_password=account.password_hash is not None,
        )


class Done(BaseModel):
    """It was done; there is nothing more to say."""

    success: Literal[True] = True


class Said(Done):
    """It was done, and a person may read this."""

    message: str


class UserAnswer(Done):
    user: UserRead


class ProfileUpdate(BaseModel):
    """What a person may change of himself; what is absent stays."""

    first_name: Name = UNSET
    last_name: Name = UNSET
    phone: Phone = None
