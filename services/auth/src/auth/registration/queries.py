from collections.abc import Collection
from uuid import UUID

from chassis.limits import counted_network
from sqlalchemy import delete, exists, select
from sqlmodel import col

from auth.fields import email_key
from auth.registration.tables import Challenge, Registration
from auth.runtime import Session


async def newest(db: Session, email: str, *, among: Collection[UUID] = ()) -> Registration | None:
    """The newest unverified registration of this address, one whose code was sent before any other; `among` limits it
    to these ids."""
    query = select(Registration).where(col(Registration.email_key) == email_key(email))
    if among:
        query = query.where(col(Registration.id).in_(among))
    was_sent = exists().where(col(Challenge.subject_id) == col(Registration.id))
    query = query.order_by(was_sent.desc(), col(Registration.id).desc()).limit(1)
    found: Registration | None = await db.scalar(query)
    return found


async def ids_from_network(db: Session, email: str, address: str) -> list[UUID]:
    """The unverified registrations of this e-mail that came from the network of this client."""
    query = select(col(Registration.id), col(Registration.ip)).where(col(Registration.email_key) == email_key(email))
    rows = (await db.execute(query)).all()
    return [id for id, ip in rows if counted_network(ip) == counted_network(address)]


async def by_id(db: Session, id: UUID | None) -> Registration | None:
    """The registration with this id."""
    found: Registration | None = await db.scalar(select(Registration).where(col(Registration.id) == id))
    return found


async def delete_all(db: Session, email: str) -> None:
    """Delete all registrations of an address that has an account now."""
    await db.execute(delete(Registration).where(col(Registration.email_key) == email_key(email)))
