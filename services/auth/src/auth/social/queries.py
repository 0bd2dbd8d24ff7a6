from uuid import UUID

from chassis.database.session import take_advisory_locks
from sqlalchemy import select
from sqlmodel import col

from auth.runtime import Session
from auth.social.tables import AuthorizationRequest, PendingIdentity, SocialIdentity


async def lock_identity(db: Session, provider: str, subject: str) -> SocialIdentity | None:
    """Lock this user of this provider until the transaction ends. Returns the link to an account, if any."""
    await take_advisory_locks(db, f"social:{provider}:{subject}")
    query = select(SocialIdentity).where(
        col(SocialIdentity.provider) == provider, col(SocialIdentity.subject) == subject
    )
    return await db.scalar(query)


async def list_identities(db: Session, account_id: UUID) -> list[SocialIdentity]:
    query = select(SocialIdentity).where(col(SocialIdentity.account_id) == account_id)
    return list(await db.scalars(query.order_by(col(SocialIdentity.id))))


async def find_pending_identity(db: Session, token_hash: str, *, lock: bool = False) -> PendingIdentity | None:
    query = select(PendingIdentity).where(col(PendingIdentity.token_hash) == token_hash)
    return await db.scalar(query.with_for_update() if lock else query)


async def lock_open_request(db: Session, provider: str, state_hash: str) -> AuthorizationRequest | None:
    """Return and lock the newest authorization request with this state that is neither used nor expired."""
    query = select(AuthorizationRequest).where(
        col(AuthorizationRequest.provider) == provider,
        col(AuthorizationRequest.state_hash) == state_hash,
        col(AuthorizationRequest.used_at).is_(None),
        col(AuthorizationRequest.expires_at) > db.now(),
    )
    return await db.scalar(query.order_by(col(AuthorizationRequest.id).desc()).limit(1).with_for_update())
