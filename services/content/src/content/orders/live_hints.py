"""Hints to open pages that a conversation has changed, over core NATS, which does not guarantee delivery.

The notifications service writes them to the streams of the buyer and of the administrators (`live/signals.py` there). A
page that gets a hint reads the timeline after the number that it knows. A page whose stream connects again reads it as
well, so a lost hint only delays a message.
"""

from typing import Literal
from uuid import UUID

import orjson

from content.runtime import ContentRuntime, Session

SUBJECT = "signals.content"
# An entry was added, a side has read, somebody types, or the assignee or the reply deadline has changed.
Kind = Literal["entry", "read", "typing", "handling"]


def announce(db: Session, order_id: UUID, buyer_id: UUID | None, *, kind: Kind, number: int | None = None) -> None:
    """Send a hint after the commit."""
    db.after_commit(send, db.runtime, _encode(order_id, buyer_id, {"kind": kind, "number": number}))


def announce_typing(runtime: ContentRuntime, order_id: UUID, buyer_id: UUID | None, *, side: str, name: str) -> None:
    """Show both sides that this user types."""
    send(runtime, _encode(order_id, buyer_id, {"kind": "typing", "side": side, "name": name}))


def _encode(order_id: UUID, buyer_id: UUID | None, fields: dict[str, object]) -> bytes:
    data = {name: value for name, value in fields.items() if value is not None}
    return orjson.dumps({"user_id": buyer_id, "data": {"order_id": order_id, **data}})


def send(runtime: ContentRuntime, payload: bytes) -> None:
    """Send an encoded hint. Without NATS it is dropped."""
    if runtime.bus.is_up:
        runtime.run_in_background(runtime.bus.client.publish(SUBJECT, payload))
