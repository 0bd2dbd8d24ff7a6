from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, delete, exists, func, select
from sqlmodel import col

from auth.fields import get_email_key
from auth.registration.tables import Challenge, MailedCode, Registration
from auth.runtime import Session


async def find_newest_registration(
    db: Session, email: str, *, challenge_ids: Collection[UUID] = ()
) -> Registration | None:
    """Return the newest unverified registration of this address.

    The registration of a client with one of these handles has priority, then a registration whose code was sent.
    """
    query = select(Registration).where(col(Registration.email_key) == get_email_key(email))
    is_subject = col(Challenge.subject_id) == col(Registration.id)
    is_own = exists().where(is_subject, col(Challenge.id).in_(challenge_ids))
    was_sent = exists().where(is_subject, col(MailedCode.challenge_id) == col(Challenge.id))
    return await db.scalar(query.order_by(is_own.desc(), was_sent.desc(), col(Registration.id).desc()).limit(1))


async def find_registration(db: Session, id: UUID) -> Registration | None:
    """Return a registration by id. Always queries the database, so that taken addresses take the same time."""
    return await db.scalar(select(Registration).where(col(Registration.id) == id))


async def delete_registrations(db: Session, email: str) -> None:
    """Delete all registrations of an address that has an account now."""
    await db.execute(delete(Registration).where(col(Registration.email_key) == get_email_key(email)))


async def count_codes_to_strangers(db: Session, purpose: str, email: str, *, since: datetime) -> int:
    """Count the codes of this purpose that strangers requested for this address after `since`, including decoys."""
    query = select(func.count()).where(
        col(MailedCode.challenge_id) == col(Challenge.id),
        col(Challenge.purpose) == purpose,
        col(Challenge.email_key) == get_email_key(email),
        col(Challenge.is_known_browser).is_(False),
        col(MailedCode.created_at) > since,
    )
    return await db.scalar(query) or 0


def _match_subject(
    purpose: str, email_key: str, subject_id: UUID | None, decoy_id: UUID | None
) -> list[ColumnElement[bool]]:
    return [
        col(Challenge.purpose) == purpose,
        col(Challenge.email_key) == email_key,
        col(Challenge.subject_id).is_not_distinct_from(subject_id),
        col(Challenge.decoy_id).is_not_distinct_from(decoy_id),
    ]


async def lock_challenges_of_subject(
    db: Session, purpose: str, email: str, *, subject_id: UUID | None, decoy_id: UUID | None
) -> list[Challenge]:
    """Return and lock the challenges of one account, registration or decoy, the oldest first."""
    query = select(Challenge).where(*_match_subject(purpose, get_email_key(email), subject_id, decoy_id))
    return list(await db.scalars(query.order_by(col(Challenge.id)).with_for_update()))


async def lock_challenges(db: Session, purpose: str, email: str) -> list[Challenge]:
    """Return and lock all challenges of this address, the oldest first, so that parallel guesses are counted one by
    one."""
    query = select(Challenge).where(col(Challenge.purpose) == purpose, col(Challenge.email_key) == get_email_key(email))
    return list(await db.scalars(query.order_by(col(Challenge.id)).with_for_update()))


async def list_valid_codes(db: Session, challenge: Challenge) -> list[tuple[MailedCode, Challenge]]:
    """Return the valid codes of the challenge's subject, each with its own challenge, the oldest first."""
    subject = _match_subject(challenge.purpose, challenge.email_key, challenge.subject_id, challenge.decoy_id)
    query = (
        select(MailedCode, Challenge)
        .join(Challenge, col(MailedCode.challenge_id) == col(Challenge.id))
        .where(*subject, col(Challenge.spent_at).is_(None), col(MailedCode.expires_at) > db.now())
        .order_by(col(MailedCode.id))
    )
    return [(code, owner) for code, owner in await db.execute(query)]


async def list_codes(db: Session, challenges: Collection[Challenge]) -> list[MailedCode]:
    """Return the codes of these challenges, the oldest first."""
    ids = [challenge.id for challenge in challenges]
    query = select(MailedCode).where(col(MailedCode.challenge_id).in_(ids))
    return list(await db.scalars(query.order_by(col(MailedCode.id))))
