"""Settings of NATS streams and consumers, the same in all services."""

import ssl
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class StreamSettings(BaseModel):
    """Defaults for new JetStream streams and buckets; existing ones are never reconfigured.

    Streams and buckets are stored in files: acknowledged messages must survive the process (docs/decisions/0089).
    """

    model_config = ConfigDict(populate_by_name=True)

    # Certificate authority of NATS, in PEM, for addresses with tls://. Empty: the authorities of the system.
    nats_ca: str = Field("", validation_alias="NATS_CA")
    # Number of nodes that store each message: 1 without a cluster, otherwise an odd number for a majority.
    nats_replicas: int = Field(1, ge=1, le=5, validation_alias="NATS_REPLICAS")
    # Placement tags of the nodes, separated by commas. Empty: any node.
    nats_placement: str = Field("", validation_alias="NATS_PLACEMENT")
    # At most 30: ids of handled events are kept one day longer, so nothing older may be delivered again.
    events_max_age_days: int = Field(30, ge=1, le=30, validation_alias="EVENTS_MAX_AGE_DAYS")
    # At this size NATS refuses new events and the outboxes wait. -1: no limit but the server's own.
    events_max_bytes: int = Field(-1, ge=-1, validation_alias="EVENTS_MAX_BYTES")
    # Pauses before another delivery: after each failure of the event, and after an outage.
    event_retry_seconds: tuple[float, ...] = Field((1, 5, 30, 120), validation_alias="EVENT_RETRY_SECONDS")
    event_outage_seconds: float = Field(5, validation_alias="EVENT_OUTAGE_SECONDS")

    def get_limits(self) -> dict[str, Any]:
        """Return the limits of the stream of events, as fields of its JetStream configuration: seconds and bytes."""
        return {"max_age": self.events_max_age_days * 86400, "max_bytes": self.events_max_bytes, "discard": "new"}

    def build_tls_arguments(self, servers: Sequence[str]) -> dict[str, Any]:
        """Return the arguments of `nats.connect` for addresses with tls://.

        The handshake comes first (`handshake_first` of nats-server), so an attacker cannot downgrade to plain text.
        """
        if not servers[0].startswith("tls://"):
            return {}
        return {"tls": ssl.create_default_context(cadata=self.nats_ca or None), "tls_handshake_first": True}

    def list_tags(self) -> list[str]:
        """Return the placement tags that a node must have."""
        return [tag.strip() for tag in self.nats_placement.split(",") if tag.strip()]
