"""Events published by the auth service."""

from datetime import datetime
from typing import ClassVar, Literal
from uuid import UUID

from contracts.event import Event

Role = Literal["user", "staff", "admin"]
Purpose = Literal["terms", "privacy", "marketing"]


class UserEvent(Event):
    """The fields that the events about an account share."""

    user_id: UUID
    email: str
    first_name: str
    last_name: str
    phone: str | None = None


class UserRegistered(UserEvent):
    """An account was created. Its email is not verified yet."""

    type: ClassVar[str] = "auth.user.registered"
    role: Role = "user"


class UserVerified(UserEvent):
    """The email of an account was verified."""

    type: ClassVar[str] = "auth.user.verified"
    role: Role = "user"
    avatar_url: str | None = None
    marketing: bool = False


class UserUpdated(UserEvent):
    """Fields of an account that other services copy have changed: name, phone, picture, role, consent to marketing."""

    type: ClassVar[str] = "auth.user.updated"
    role: Role
    avatar_url: str | None = None
    marketing: bool = False


class UserCopied(UserUpdated):
    """An account was published again as it was at `changed_at`, for a service that requested all (`make replay`)."""

    type: ClassVar[str] = "auth.user.copied"
    time_field = "changed_at"
    is_blocked: bool = False
    joined_at: datetime
    changed_at: datetime
    audience: str


class UserBlocked(Event):
    """An account was blocked, which ended its sessions."""

    type: ClassVar[str] = "auth.user.blocked"
    user_id: UUID
    role: Role
    reason: str | None = None


class UserUnblocked(Event):
    """A blocked account was unblocked and may sign in again."""

    type: ClassVar[str] = "auth.user.unblocked"
    user_id: UUID
    role: Role


class UserErased(Event):
    """A user requested the erasure of their data. Every service erases its part and answers with UserErasedDone."""

    type: ClassVar[str] = "auth.user.erased"
    user_id: UUID
    erasure_id: UUID


class UserErasedDone(Event):
    """A service has erased its part of a user's data. That service publishes it under its own name."""

    type: ClassVar[str] = "auth.user.erased_done"
    is_answer = True
    user_id: UUID
    erasure_id: UUID
    service: str
    kept: str | None = None


class ExportRequested(Event):
    """A user requested a copy of their data. Every service answers with ExportPart."""

    type: ClassVar[str] = "auth.export.requested"
    user_id: UUID
    export_id: UUID


class ExportPart(Event):
    """A service has collected its part of a data export. It publishes the part in a stream that only auth reads."""

    type: ClassVar[str] = "auth.export.part"
    is_answer = True
    stream = "exports"
    user_id: UUID
    export_id: UUID
    service: str
    data: dict[str, object]


class SessionCreated(Event):
    """A user signed in. `new_device` is false for the first sign-in of an account."""

    type: ClassVar[str] = "auth.session.created"
    session_id: UUID
    user_id: UUID
    device: str
    ip: str
    new_device: bool
    created_at: datetime


class SessionRevoked(Event):
    """A session has ended before its time, by its user, an administrator or the service."""

    type: ClassVar[str] = "auth.session.revoked"
    session_id: UUID
    user_id: UUID


class PasswordChanged(Event):
    """A password was changed or reset."""

    type: ClassVar[str] = "auth.password.changed"
    user_id: UUID


class TokenReuseDetected(Event):
    """A refresh token was used a second time, which ended its session."""

    type: ClassVar[str] = "auth.token.reuse_detected"
    user_id: UUID
    session_id: UUID
    ip: str
