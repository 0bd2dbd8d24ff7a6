from datetime import datetime
from uuid import UUID

from chassis.database.tables import Entity, UtcDateTime
from sqlalchemy import Column, UniqueConstraint
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field


class ListFilter(Entity, table=True):
    """The filters and the order of a list of the panel, under a name that an administrator gave them."""

    __tablename__ = "list_filters"
    __table_args__ = (UniqueConstraint("user_id", "list", "name", name="list_filters_of_user"),)
    user_id: UUID
    # The panel's name of the list, for example `orders` or `orders.payments`.
    list: str
    name: str
    # The query parameters of the list's address, without the page and the open record.
    parameters: dict[str, str] = Field(sa_column=Column(JSONB, nullable=False))
    created_at: datetime = Field(sa_type=UtcDateTime)
