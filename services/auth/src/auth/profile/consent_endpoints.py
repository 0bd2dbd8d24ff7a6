from uuid import UUID

from chassis.errors import NotFound, documented
from chassis.http import ClientAddress
from fastapi import APIRouter

from auth.profile import consents, queries
from auth.profile.schemas import ConsentRead, Consents, GiveConsent, Purpose
from auth.runtime import Db, ReadDb, Session
from auth.sessions.caller import Member

router = APIRouter(prefix="/api/auth/me/consents", tags=["consents"])


async def _ledger(db: Session, account_id: UUID) -> Consents:
    rows = await queries.consent_ledger(db, account_id)
    return Consents(consents=[ConsentRead.model_validate(row.model_dump()) for row in rows])


@router.get("")
async def list_consents(caller: Member, db: ReadDb) -> Consents:
    """List all consents of the caller."""
    return await _ledger(db, caller.id)


@router.post("")
async def give_consent(body: GiveConsent, caller: Member, db: Db, ip: ClientAddress) -> Consents:
    """Consent to the current text of one purpose."""
    await consents.give(db, body.purpose, caller=caller, ip=ip)
    return await _ledger(db, caller.id)


@router.delete("/{purpose}", responses=documented(NotFound))
async def withdraw_consent(purpose: Purpose, caller: Member, db: Db) -> Consents:
    """Withdraw a consent."""
    await consents.withdraw(db, purpose, caller=caller)
    return await _ledger(db, caller.id)
