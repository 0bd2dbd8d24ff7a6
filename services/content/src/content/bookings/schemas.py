from datetime import datetime
from typing import Annotated, Literal, NamedTuple, Self
from uuid import UUID

from chassis.features.lists import PageQuery
from chassis.fields import Moment, Search
from contracts.content import BookingStatus
from contracts.envelopes import Answer
from pydantic import BaseModel, Field

from content.fields import Day, OptionalLine, OptionalNote, ShortLine, WholeNumber
from content.records import Changes

Minutes = Annotated[WholeNumber, Field(ge=10, le=8 * 60)]


class BookingKind(NamedTuple):
    """A kind of meeting that clients may book."""

    title: str
    minutes: int


# Administrators may use other kinds.
BOOKING_KINDS = {
    "consultation": BookingKind("Консультация", 30),
    "visit": BookingKind("Визит в офис", 60),
    "viewing": BookingKind("Осмотр автомобиля", 60),
    "video_inspection": BookingKind("Видеоосмотр", 60),
    "discussion": BookingKind("Обсуждение вариантов", 30),
    "handover": BookingKind("Передача автомобиля", 120),
}
BookedKind = Literal["consultation", "visit", "viewing", "video_inspection", "discussion", "handover"]


class BookingRead(BaseModel):
    """A meeting, or a request that has no time yet."""

    id: UUID
    kind: str
    title: str
    starts_at: datetime | None
    ends_at: datetime | None
    duration_minutes: int
    timezone: str = "Europe/Moscow"
    status: BookingStatus
    place: str | None
    note: str | None
    request_id: UUID | None
    order_id: UUID | None
    created_at: datetime
    updated_at: datetime


class BookingList(Answer):
    bookings: list[BookingRead]
    total: int


class BookingAnswer(Answer):
    booking: BookingRead

    @classmethod
    def of(cls, row: object) -> Self:
        return cls.model_validate({"booking": row}, from_attributes=True)


class BookingCreate(BaseModel):
    kind: BookedKind
    starts_at: Moment
    note: OptionalNote = None
    order_id: UUID | None = None


class Reschedule(BaseModel):
    starts_at: Moment


class SlotQuery(BaseModel):
    """A request for free times. `moving` is the caller's booking to be moved, whose own time counts as free."""

    kind: BookedKind
    day: Day
    moving: UUID | None = None


class SlotList(Answer):
    timezone: str = "Europe/Moscow"
    duration_minutes: int
    slots: list[datetime]


class BookingAdmin(BookingRead):
    user_id: UUID
    user_name: str | None
    user_phone: str | None = None
    version: int


class BookingFields(BaseModel):
    duration_minutes: Minutes = 60
    status: BookingStatus = "requested"
    title: OptionalLine = None
    place: OptionalLine = None
    note: OptionalNote = None


class BookingAdminCreate(BookingFields):
    user_id: UUID
    kind: ShortLine
    starts_at: Moment
    order_id: UUID | None = None


class BookingAdminUpdate(BookingFields, Changes):
    kind: ShortLine
    starts_at: Moment | None


class BookingAdminQuery(PageQuery):
    status: BookingStatus | None = None
    kind: ShortLine | None = None
    user_id: UUID | None = None
    starts_from: Moment | None = None
    starts_to: Moment | None = None
    search: Search | None = None
    sort: Literal["-created_at", "created_at", "starts_at", "-starts_at"] = "-created_at"
