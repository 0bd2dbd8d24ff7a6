"""Hints from the content service over core NATS to the streams: a conversation or the reservation of a car has changed.

A hint is not in the replay log: a page whose stream connects again reads the conversation or the car itself.
"""

from typing import Any

import orjson
from nats.aio.msg import Msg

from notifications.live import frames
from notifications.live.hub import Hub

SUBJECT = "signals.content"


async def subscribe_to_hints(hub: Hub) -> None:
    """Deliver hints to the streams of this replica."""

    async def deliver(message: Msg) -> None:
        hint: dict[str, Any] = orjson.loads(message.data)
        if hint.get("event") == "car":
            hub.deliver_to_all(frames.encode_event("car", hint["data"]))
        else:
            hub.deliver_hint(hint["user_id"], frames.encode_event("conversation", hint["data"]))

    await hub.runtime.bus.client.subscribe(SUBJECT, cb=deliver)
