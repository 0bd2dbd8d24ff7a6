from datetime import datetime, timedelta
from typing import Literal

from chassis.retries import next_attempt
from chassis.settings import CommonSettings, service_config
from pydantic import Field


class Settings(CommonSettings):
    """Limits of streams, channels and campaigns; NOTIFICATIONS_... in the environment."""

    model_config = service_config("NOTIFICATIONS_")

    role: Literal["all", "streams", "api"] = "all"
    """Role of this process: everything, only the live streams, or everything but the streams (docs/decisions/0145)."""
    stream_transport: Literal["protocol", "asgi"] = "protocol"
    """How a stream is sent: by a protocol that takes over the connection, or as an ASGI response (more memory)."""
    heartbeat_seconds: int = Field(15, ge=1, le=60)
    streams_per_user: int = Field(20, ge=1)
    stream_unsent_bytes: int = Field(65_536, ge=4096)
    stream_send_buffer: int = Field(65_536, ge=4096)
    stream_stuck_seconds: float = Field(30, gt=0)
    replay_hours: float = Field(24, gt=0)

    campaign_undo_seconds: float = Field(0, ge=0)
    campaign_batch: int = Field(800, ge=1, le=5000)
    campaign_pause_seconds: float = Field(0.025, ge=0)

    read_kept_days: int = Field(180, ge=1)
    unread_kept_days: int = Field(365, ge=1)

    delivery_retry_seconds: tuple[float, ...] = (30, 120, 600, 3600, 4 * 3600)
    emails_per_second: float = Field(20, gt=0)
    pushes_per_second: float = Field(200, gt=0)
    push_ttl_seconds: int = Field(86_400, ge=0)
    digest_hour: int = Field(10, ge=0, le=23)

    def retry_at(self, attempts: int, now: datetime) -> datetime | None:
        """Return the time of the next attempt after this many failures. None after the last attempt."""
        pauses = [timedelta(seconds=seconds) for seconds in self.delivery_retry_seconds]
        return next_attempt(pauses, attempts=attempts, now=now)

    @property
    def has_streams(self) -> bool:
        return self.role != "api"

    @property
    def has_api(self) -> bool:
        """True if this process serves the API, and sends campaigns, emails and push."""
        return self.role != "streams"
