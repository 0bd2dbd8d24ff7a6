from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from chassis.features.lists import PageQuery
from chassis.fields import Moment, Search, Title, require_true
from contracts.envelopes import Answer
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from notifications.campaigns.audiences import SEGMENTS
from notifications.fields import Data, Key, Message
from notifications.inbox.kinds import Kind
from notifications.inbox.schemas import NotificationRead
from notifications.preferences.policy import CHANNELS, Channel

Status = Literal["scheduled", "sending", "sent", "cancelled"]
Channels = Annotated[list[Channel], Field(min_length=1, max_length=len(CHANNELS))]


class Audience(BaseModel):
    """The receivers of a campaign. Exactly one of the four fields is given."""

    model_config = ConfigDict(extra="forbid")
    all: Annotated[Literal[True], BeforeValidator(require_true)] | None = None
    role: Literal["user", "staff", "admin"] | None = None
    user_ids: Annotated[list[UUID], Field(min_length=1, max_length=1000)] | None = None
    segment: str | None = Field(None, max_length=40)

    @field_validator("segment")
    @classmethod
    def check_segment(cls, value: str | None) -> str | None:
        if value is not None and value not in SEGMENTS:
            raise ValueError(f"Такой группы нет. Есть: {', '.join(SEGMENTS)}")
        return value

    @model_validator(mode="after")
    def require_one_field(self) -> Self:
        if len(self.model_dump(exclude_none=True)) != 1:
            raise ValueError("Укажите одно: all, role, user_ids или segment")
        return self


class MessageSend(BaseModel):
    """A message and its channels."""

    type: Kind
    title: Title
    message: Message
    data: Data | None = None
    channels: Channels = ["in_app"]


class CampaignSend(MessageSend):
    """A campaign that is sent at once, or at `scheduled_at`. A repeated `idempotency_key` sends nothing again."""

    audience: Audience
    scheduled_at: Moment | None = None
    idempotency_key: Key | None = None


class AudienceRequest(BaseModel):
    """An audience to count before a campaign is sent."""

    audience: Audience
    type: Kind = "system"
    channels: Channels = ["in_app", "email", "push"]


class AudiencePreview(Answer):
    """The number of users of an audience, and how many of them each channel may reach."""

    recipients: int
    channels: dict[Channel, int]
    sample: list[str]


class Figures(BaseModel):
    """Results of a campaign on one channel."""

    recipients: int = 0
    queued: int = 0
    delivered: int = 0
    read: int = 0
    failed: int = 0


class CampaignRead(BaseModel):
    """A campaign and its progress."""

    id: UUID
    audience: dict[str, object]
    type: str
    title: str
    message: str
    data: dict[str, object]
    channels: list[Channel]
    status: Status
    # The service has cancelled the campaign after its last failed attempt.
    has_failed: bool = False
    created_by: UUID | None
    created_at: datetime
    scheduled_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    recipients: int
    delivered: int
    read: int
    failed: int
    stats: dict[Channel, Figures]


class CampaignAnswer(Answer):
    """One campaign."""

    campaign: CampaignRead


class CampaignQuery(PageQuery):
    """Filters and order of the list of campaigns."""

    status: Status | None = None
    search: Search | None = None
    sort: Literal["-created_at", "scheduled_at", "-scheduled_at", "title", "-title"] = "-created_at"


class CampaignPage(Answer):
    """A page of campaigns."""

    campaigns: list[CampaignRead]
    total: int


class TestAnswer(Answer):
    """The test notification in the author's inbox, or null if it is not shown there."""

    notification: NotificationRead | None


class SegmentRead(BaseModel):
    """A named group of users."""

    key: str
    title: str
    recipients: int


class SegmentList(Answer):
    """All groups a campaign may go to."""

    items: list[SegmentRead]


class ChannelTraffic(BaseModel):
    """The traffic of one channel in the last hour, and the length of its queue."""

    sent: int
    failed: int
    backlog: int


class StatsAnswer(Answer):
    """The state of the whole service, over all replicas."""

    live_connections: int
    people_online: int
    replicas: int
    sent_per_hour: int
    backlog: int
    campaigns_in_progress: int
    channels: dict[Channel, ChannelTraffic]
