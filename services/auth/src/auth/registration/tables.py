from datetime import datetime
from uuid import UUID

from persistence.tables import Base, UtcDateTime, new_id
from sqlmodel import Field


class Registration(Base, table=True):
    """A registration before its verification; the code sent for it turns exactly this one into an account."""

    __tablename__ = "registrations"
    id: UUID = Field(default_factory=new_id, primary_key=True)
    email: str
    email_key: str = Field(index=True)
    password_hash: str
    first_name: str
    last_name: str
    phone: str | None = None
    marketing: bool = False
    consent_version: str
    ip: str
    created_at: datetime = Field(sa_type=UtcDateTime, index=True)
