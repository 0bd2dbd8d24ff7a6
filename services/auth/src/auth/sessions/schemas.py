from collections.abc import Iterable
from datetime import datetime
from typing import Literal
from uuid import UUID

from chassis.fields import is_none
from contracts.envelopes import Answer
from pydantic import BaseModel, Field

from auth.accounts.schemas import UserRead
from auth.fields import OpaqueText
from auth.sessions.tables import LoginSession


class SignInAnswer(Answer):
    """A sign-in, complete or with a second step ahead. A browser gets its session in a cookie instead of
    sessionToken."""

    status: Literal["second_factor_required", "second_factor_setup_required"] | None = Field(None, exclude_if=is_none)
    user: UserRead | None = None
    accessToken: str | None = None
    sessionToken: str | None = Field(None, exclude_if=is_none)
    tempToken: str | None = Field(None, exclude_if=is_none)
    methods: list[Literal["totp", "recovery_code", "passkey"]] | None = Field(None, exclude_if=is_none)


class RefreshBody(BaseModel):
    """The refresh token of a native client. A browser sends it in its cookie."""

    sessionToken: OpaqueText | None = None


class RefreshAnswer(Answer):
    accessToken: str
    sessionToken: str | None = Field(None, exclude_if=is_none)


class SessionRead(BaseModel):
    id: UUID
    device: str
    ip: str
    created_at: datetime
    last_seen_at: datetime
    current: bool


class Sessions(Answer):
    sessions: list[SessionRead]

    @classmethod
    def of(cls, sessions: Iterable[LoginSession], *, current_id: UUID | None) -> "Sessions":
        """Build the answer that lists these sessions. `current_id` is the id of the caller's session."""
        return cls(
            sessions=[SessionRead(**session.model_dump(), current=session.id == current_id) for session in sessions]
        )


class PublicKey(BaseModel):
    kid: str
    paserk: str
    status: Literal["current", "previous"]


class PublicKeys(BaseModel):
    """The public keys that verify access tokens."""

    keys: list[PublicKey]
