"""Events published by the notifications service."""

from typing import ClassVar
from uuid import UUID

from contracts.event import Event


class CampaignSent(Event):
    """A campaign has reached its whole audience."""

    type: ClassVar[str] = "notifications.campaign.sent"
    campaign_id: UUID
    recipients: int
    title: str | None = None
    # It was to be sent at a later time, so nobody waited for its end.
    was_scheduled: bool = False
