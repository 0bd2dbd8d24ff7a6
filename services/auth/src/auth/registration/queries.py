from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from chassis.web.limits import counted_network
from sqlalchemy import delete, exists, func, or_, select
from sqlmodel import col

from auth.fields import email_key
from auth.registration.tables import Challenge, MailedCode, Registration
from auth.runtime import Session


async def newest(db: Session, email: str, *, among: Collection[UUID] = ()) -> Registration | None:
    """The newest unverified registration of this address, one whose code was sent before any other; `among` limits it
    to these ids."""
    query = select(Registration).where(col(Registration.email_key) == email_key(email))
    if among:
        query = query.where(col(Registration.id).in_(among))
    was_sent = exists().where(col(Challenge.subject_id) == col(Registration.id))
    query = query.order_by(was_sent.desc(), col(Registration.id).desc()).limit(1)
    return await db.scalar(query)


async def ids_from_network(db: Session, email: str, address: str) -> list[UUID]:
    """The unverified registrations of this e-mail that came from the network of this client."""
    query = select(col(Registration.id), col(Registration.ip)).where(col(Registration.email_key) == email_key(email))
    rows = (await db.execute(query)).all()
    return [id for id, ip in rows if counted_network(ip) == counted_network(address)]


async def delete_all(db: Session, email: str) -> None:
    """Delete all registrations of an address that has an account now."""
    await db.execute(delete(Registration).where(col(Registration.email_key) == email_key(email)))


async def count_codes(db: Session, email: str, *, since: datetime) -> int:
    """How many codes this address got since then; decoys count like real ones."""
    query = select(func.count()).where(
        col(MailedCode.challenge_id) == col(Challenge.id),
        col(Challenge.email_key) == email_key(email),
        col(MailedCode.created_at) > since,
    )
    return await db.scalar(query) or 0


async def last_sent(db: Session, purpose: str, email: str, *, real: bool | None = None) -> datetime | None:
    """When the last code of this purpose was sent to this address. `real` selects real codes or decoys only."""
    query = select(col(Challenge.sent_at)).where(
        col(Challenge.purpose) == purpose, col(Challenge.email_key) == email_key(email)
    )
    if real is not None:
        query = query.where(col(Challenge.subject_id).is_not(None) == real)
    return await db.scalar(query.order_by(col(Challenge.sent_at).desc()).limit(1))


async def lock_open_challenge(
    db: Session, purpose: str, email: str, subject: UUID | None, decoy: UUID | None
) -> Challenge | None:
    """The newest challenge of this subject that can still be answered, locked."""
    live = select(col(MailedCode.challenge_id)).where(col(MailedCode.expires_at) > db.now())
    query = select(Challenge).where(
        col(Challenge.purpose) == purpose,
        col(Challenge.email_key) == email_key(email),
        col(Challenge.subject_id).is_not_distinct_from(subject),
        col(Challenge.decoy_id).is_not_distinct_from(decoy),
        col(Challenge.spent_at).is_(None),
        col(Challenge.tries) < db.runtime.settings.code_tries,
        col(Challenge.id).in_(live),
    )
    return await db.scalar(query.order_by(col(Challenge.id).desc()).limit(1).with_for_update())


async def lock_challenges(db: Session, purpose: str, email: str, subjects: Collection[UUID] | None) -> list[Challenge]:
    """All challenges of this address, locked: parallel guesses are counted one after another."""
    query = select(Challenge).where(col(Challenge.purpose) == purpose, col(Challenge.email_key) == email_key(email))
    if subjects is not None:
        query = query.where(or_(col(Challenge.subject_id).in_(subjects), col(Challenge.decoy_id).in_(subjects)))
    return list(await db.scalars(query.order_by(col(Challenge.id)).with_for_update()))


async def codes_of(db: Session, challenge: Challenge) -> list[MailedCode]:
    return list(await db.scalars(select(MailedCode).where(col(MailedCode.challenge_id) == challenge.id)))
