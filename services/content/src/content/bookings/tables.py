import zlib
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from chassis.database.search import build_searchable
from chassis.database.tables import UtcDateTime
from sqlalchemy import Column, ForeignKey, Index, text
from sqlalchemy.dialects.postgresql import ExcludeConstraint
from sqlmodel import Field

from content.records import Record


def compute_calendar_number(kind: str) -> int:
    """Return the number of the calendar of a kind: bookings of one calendar exclude each other by the constraint."""
    # 30 bits: the exclusive end of the range, `calendar + 1`, must fit into int4 too.
    return zlib.crc32(kind.encode()) & 0x3FFFFFFF


class Booking(Record, table=True):
    """A meeting of a client with the company, or a request that has no time yet.

    The constraint keeps two meetings out of one slot of a calendar: a check in code would lose a race. A calendar is a
    number computed from the kind, because a GiST index without `btree_gist` cannot compare texts (decision 0040).
    """

    entity: ClassVar[str] = "booking"
    withheld: ClassVar[set[str]] = {"note", "place"}
    __tablename__ = "bookings"
    __table_args__ = (
        ExcludeConstraint(
            (text("int4range(calendar, calendar, '[]')"), "&&"),
            (text("tstzrange(starts_at, ends_at)"), "&&"),
            where=text("status <> 'cancelled' AND starts_at IS NOT NULL"),
            name="bookings_no_overlap",
        ),
        Index("bookings_of_user", "user_id", text("id DESC")),
        Index("bookings_by_time", "starts_at"),
        Index("bookings_latest", text("starts_at DESC NULLS LAST")),
        Index("bookings_made", "created_at"),
        Index("bookings_with_status", "status"),
        Index("bookings_of_kind", "kind"),
    )
    user_id: UUID
    kind: str
    calendar: int
    title: str
    starts_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    ends_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    duration_minutes: int = 60
    status: str = "requested"
    place: str | None = None
    note: str | None = None
    request_id: UUID | None = Field(
        default=None, sa_column=Column(ForeignKey("requests.id", ondelete="SET NULL"), unique=True)
    )
    order_id: UUID | None = None
    reminded_at: datetime | None = Field(default=None, sa_type=UtcDateTime)

    def get_audit_title(self) -> str:
        return self.title


build_searchable(Booking, "title", "note")
