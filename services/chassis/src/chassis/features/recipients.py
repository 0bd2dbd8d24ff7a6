"""How often we write to an address that nobody has proven to own: otherwise a form could flood anybody's mailbox."""

import hashlib
from datetime import timedelta

from chassis.runtime import AnySession
from chassis.web import limits


async def may_email(db: AnySession, kind: str, address: str, *, per_day: int) -> bool:
    """Count an email of this kind to an unproven address; false when the address has had its number for the day.

    Spellings that differ in case or `+tag` are one mailbox; the limits store a hash, no address.
    """
    local_part, _, domain = address.lower().rpartition("@")
    mailbox = f"{local_part.partition('+')[0]}@{domain}"
    who = hashlib.blake2b(mailbox.encode(), digest_size=16).hexdigest()
    hits, _ = await limits.count(db.runtime, db, f"{kind}-email", who, per=timedelta(days=1))
    return hits <= per_day
