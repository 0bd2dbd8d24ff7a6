from datetime import datetime
from uuid import UUID

from chassis.tables import Base, UtcDateTime, new_id
from sqlmodel import Field


class Consent(Base, table=True):
    """One row of the consent ledger. A withdrawal closes it; no row is deleted."""

    __tablename__ = "consents"
    id: UUID = Field(default_factory=new_id, primary_key=True)
    account_id: UUID = Field(foreign_key="accounts.id", index=True)
    purpose: str
    version: str
    ip: str
    given_at: datetime = Field(sa_type=UtcDateTime)
    withdrawn_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
