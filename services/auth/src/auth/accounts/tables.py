from datetime import datetime, timedelta
from typing import ClassVar, Literal
from uuid import UUID

from chassis.database.search import build_searchable, join_texts
from chassis.database.tables import Base, Entity, UtcDateTime
from sqlalchemy import CheckConstraint, Index, String, func, text
from sqlmodel import Field, col

Role = Literal["user", "staff", "admin"]


class Account(Entity, table=True):
    """An account with a verified email. A registration becomes an account when its code is entered."""

    __tablename__ = "accounts"
    __table_args__ = (
        CheckConstraint("role IN ('user', 'staff', 'admin')", name="accounts_role"),
        CheckConstraint("account_status IN ('active', 'blocked', 'erased')", name="accounts_status"),
        Index("accounts_not_active", "id", postgresql_where=text("account_status <> 'active'")),
        Index("accounts_by_status", "account_status", "created_at"),
        Index("accounts_made", "created_at", "id"),
        Index("accounts_seen", text("last_login_at DESC NULLS LAST")),
    )
    email: str
    email_key: str | None = Field(default=None, unique=True)
    password_hash: str | None = None
    first_name: str
    last_name: str
    phone: str | None = None
    avatar_url: str | None = None
    role: Role = Field(default="user", sa_type=String, index=True)
    account_status: str = "active"
    blocked_reason: str | None = None
    # This column is unused. It stays until no running release selects it.
    role_changed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # The last change of role or status: tokens issued before it are outdated.
    access_changed_at: datetime | None = Field(default=None, sa_type=UtcDateTime, index=True)
    verified_at: datetime = Field(sa_type=UtcDateTime)
    created_at: datetime = Field(sa_type=UtcDateTime)
    updated_at: datetime = Field(sa_type=UtcDateTime)
    last_login_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # When second factors that a reported session added are removed.
    factor_removal_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # This is set for a password that the operator or the first start has chosen. From this time on, administration
    # requires another password.
    first_password_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    erased_at: datetime | None = Field(default=None, sa_type=UtcDateTime)

    # Always true: a registration becomes an account only by the code that was sent to its email.
    email_verified: ClassVar[bool] = True

    @property
    def is_admin(self) -> bool:
        return self.role == "admin"

    @property
    def full_name(self) -> str:
        return f"{self.first_name} {self.last_name}"

    @property
    def has_password(self) -> bool:
        return self.password_hash is not None

    @property
    def account_version(self) -> int:
        """The version of role and status: the microsecond of their last change, 0 before the first change."""
        changed_at = self.access_changed_at
        return round(changed_at.timestamp() * 1_000_000) if changed_at else 0

    def mark_access_changed(self, now: datetime) -> None:
        """Record the time of a change of role or status. The time always grows, even if a replica's clock is behind."""
        last_change_at = self.access_changed_at
        self.access_changed_at = max(now, last_change_at + timedelta(microseconds=1)) if last_change_at else now


ACCOUNT_WORDS = build_searchable(Account, "first_name", "last_name", "email_key", "phone")
# The full name, for sorting.
ACCOUNT_NAME = func.lower(join_texts(col(Account.first_name), text("' '"), col(Account.last_name)))
Index("accounts_by_name", ACCOUNT_NAME)


class Consent(Entity, table=True):
    """One row of the consent ledger. A withdrawal closes it; no row is deleted."""

    __tablename__ = "consents"
    account_id: UUID = Field(foreign_key="accounts.id", index=True)
    purpose: str
    version: str
    ip: str
    given_at: datetime = Field(sa_type=UtcDateTime)
    withdrawn_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class SiteSettingsCopy(Base, table=True):
    """A copy of the site settings that emails show; the content service publishes their changes."""

    __tablename__ = "site_settings_copy"
    id: int = Field(default=1, primary_key=True)
    site_name: str = "Меридиан Авто"
    contact_phone: str = "+7 495 000-00-00"
    contact_email: str = "hello@example.com"
    working_hours: str = "Будни 9:00–19:00, суббота 10:00–16:00"
    # The time of the newest event applied.
    event_time: datetime | None = Field(default=None, sa_type=UtcDateTime)
