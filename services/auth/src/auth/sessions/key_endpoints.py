from fastapi import APIRouter

from auth.runtime import ReadDb, Rt
from auth.sessions import queries
from auth.sessions.schemas import PublicKey, PublicKeys

router = APIRouter(prefix="/api/auth", tags=["keys"])


@router.get("/keys")
async def public_keys(runtime: Rt, db: ReadDb) -> PublicKeys:
    """List the public keys that verify access tokens."""
    current = await queries.current_key(db, runtime.now())
    return PublicKeys(
        keys=[
            PublicKey(kid=key.kid, paserk=key.public_paserk, status="current" if key.kid == current.kid else "previous")
            for key in await queries.list_keys(db)
        ]
    )
