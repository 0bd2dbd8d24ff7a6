"""Hints to open pages that a car was reserved or is free again. Their delivery is not guaranteed (decision 0270).

The notifications service writes them to all streams. Pages without a stream poll from time to time.
"""

import orjson

from content.orders.live_hints import send
from content.runtime import Session


def announce(db: Session, slug: str) -> None:
    """Send a hint about a car after the commit."""
    db.after_commit(send, db.runtime, orjson.dumps({"user_id": None, "event": "car", "data": {"slug": slug}}))
