"""How NATS stores and delivers events: settings that all services share: the first creates the streams."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class StreamSettings(BaseModel):
    """Of streams and buckets that a service creates. One that exists is its operator's and keeps its configuration.

    They are always stored in files: what is acknowledged must survive the process (docs/decisions/0089).
    """

    model_config = ConfigDict(populate_by_name=True)

    # On how many nodes each message is: 1 without a cluster, else an odd number, so that a majority exists.
    nats_replicas: int = Field(1, ge=1, le=5, validation_alias="NATS_REPLICAS")
    # Tags of the nodes that may hold them, separated by commas; empty: any.
    nats_placement: str = Field("", validation_alias="NATS_PLACEMENT")
    # The ids of handled events are kept for a day longer than the default: nothing older may be delivered again.
    events_max_age_days: int = Field(30, ge=1, le=30, validation_alias="EVENTS_MAX_AGE_DAYS")
    # When they need more, NATS takes no new ones and the outboxes wait; -1: as much as the server has.
    events_max_bytes: int = Field(-1, ge=-1, validation_alias="EVENTS_MAX_BYTES")
    # When an event is delivered again: after each failure of its own, and after an outage.
    event_retry_seconds: tuple[float, ...] = Field((1, 5, 30, 120), validation_alias="EVENT_RETRY_SECONDS")
    event_outage_seconds: float = Field(5, validation_alias="EVENT_OUTAGE_SECONDS")

    def limits(self) -> dict[str, Any]:
        """The limits of the stream of events, as fields of its configuration: seconds and bytes."""
        return {"max_age": self.events_max_age_days * 86400, "max_bytes": self.events_max_bytes, "discard": "new"}

    def tags(self) -> list[str]:
        """The tags that a node must have."""
        return [tag.strip() for tag in self.nats_placement.split(",") if tag.strip()]
