import datetime as dt
from uuid import UUID

from chassis.database.tables import Entity, UtcDateTime
from sqlmodel import Field


class ApiKey(Entity, table=True):
    """A key of the public calculation API. Only its digest is stored; `prefix` is its readable beginning.

    `owner` is the name of the company or person that got the key. `owner_id` is that person's account, if there is one.
    """

    __tablename__ = "api_keys"
    name: str
    owner: str
    owner_id: UUID | None = Field(default=None, index=True)
    prefix: str
    digest: str = Field(unique=True)
    per_minute: int
    per_day: int
    created_at: dt.datetime = Field(sa_type=UtcDateTime)
    last_used_at: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    revoked_at: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    version: int = 1
