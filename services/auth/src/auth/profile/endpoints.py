from chassis.errors import Unauthorized, documented
from fastapi import APIRouter

from auth.accounts import service
from auth.accounts.schemas import ProfileUpdate, UserAnswer, UserRead
from auth.runtime import Db, ReadDb
from auth.sessions.caller import EvenBlocked, Member

router = APIRouter(prefix="/api/auth", tags=["me"])


@router.get("/me", responses=documented(Unauthorized))
async def me(caller: EvenBlocked, db: ReadDb) -> UserAnswer:
    """Show the caller's own account; a blocked user may read it too."""
    return UserAnswer(user=UserRead.of(await service.own_account(db, caller)))


@router.patch("/me")
async def change_me(body: ProfileUpdate, caller: Member, db: Db) -> UserAnswer:
    """Change the caller's name or phone."""
    return UserAnswer(user=UserRead.of(await service.change_profile(db, body, caller=caller)))
