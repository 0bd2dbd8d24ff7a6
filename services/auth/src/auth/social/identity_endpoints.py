from uuid import UUID

from chassis.errors import NotFound, documented
from contracts.envelopes import Done
from fastapi import APIRouter

from auth.runtime import Db, ReadDb
from auth.sessions.caller import Member
from auth.social import queries, service
from auth.social.errors import LastLoginMethod
from auth.social.schemas import Identities, IdentityRead

router = APIRouter(prefix="/api/auth/me/identities", tags=["identities"])


@router.get("")
async def list_identities(caller: Member, db: ReadDb) -> Identities:
    """List the providers linked to the caller's account."""
    found = await queries.of_account(db, caller.id)
    return Identities(identities=[IdentityRead.model_validate(one.model_dump()) for one in found])


@router.delete("/{identity_id}", responses=documented(NotFound, LastLoginMethod))
async def unlink_identity(identity_id: UUID, caller: Member, db: Db) -> Done:
    """Unlink a provider; the last way to sign in stays."""
    await service.unlink(db, identity_id, caller=caller)
    return Done()
