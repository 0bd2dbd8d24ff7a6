"""Daily limit of emails to an unconfirmed address. Without it a form could flood a stranger's mailbox."""

import hashlib
from datetime import timedelta

from chassis.runtime import AnySession
from chassis.web import limits


async def count_email_within_limit(db: AnySession, kind: str, address: str, *, per_day: int) -> bool:
    """Count an email of this kind to an unconfirmed address. Returns False for an email above the daily limit.

    Addresses that differ only in case or `+tag` count as one. A hash is stored, not the address.
    """
    local_part, _, domain = address.lower().rpartition("@")
    mailbox = f"{local_part.partition('+')[0]}@{domain}"
    subject = hashlib.blake2b(mailbox.encode(), digest_size=16).hexdigest()
    hits, _ = await limits.count(db.runtime, db, f"{kind}-email", subject, per=timedelta(days=1))
    return hits <= per_day
