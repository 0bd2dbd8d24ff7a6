from typing import Annotated
from uuid import UUID

from chassis.errors import NotFound, StaleVersion, documented
from chassis.http import ClientAddress
from contracts.envelopes import Done
from fastapi import APIRouter, Query

from auth.administration import queries, service
from auth.administration.errors import LastAdministrator, OwnAccount
from auth.administration.schemas import (
    AdminUser,
    AdminUserAnswer,
    Audit,
    AuditQuery,
    AuditRead,
    UserChange,
    Users,
    UsersQuery,
)
from auth.runtime import Db, ReadDb, Rt
from auth.sessions import queries as sessions
from auth.sessions.caller import Administrator
from auth.sessions.schemas import SessionRead, Sessions

router = APIRouter(prefix="/api/auth/admin", tags=["administration"])


@router.get("/users")
async def list_users(filters: Annotated[UsersQuery, Query()], caller: Administrator, db: ReadDb) -> Users:
    """Search accounts by name, e-mail or phone."""
    found, total = await queries.page_of_users(db, filters)
    return Users(users=[AdminUser.of(account) for account in found], total=total)


@router.get("/users/{user_id}", responses=documented(NotFound))
async def get_user(user_id: UUID, caller: Administrator, db: ReadDb) -> AdminUserAnswer:
    """Show one account."""
    return AdminUserAnswer(user=AdminUser.of(await service.user(db, user_id)))


@router.patch("/users/{user_id}", responses=documented(NotFound, OwnAccount, LastAdministrator, StaleVersion))
async def change_user(
    user_id: UUID, body: UserChange, caller: Administrator, db: Db, ip: ClientAddress
) -> AdminUserAnswer:
    """Change an account's role or block it."""
    return AdminUserAnswer(user=AdminUser.of(await service.change_user(db, user_id, body, caller=caller, ip=ip)))


@router.get("/users/{user_id}/sessions", responses=documented(NotFound))
async def list_user_sessions(user_id: UUID, caller: Administrator, runtime: Rt, db: ReadDb) -> Sessions:
    """List a user's open sessions."""
    account = await service.user(db, user_id)
    found = await sessions.open_sessions(db, account.id, now=runtime.now())
    return Sessions(sessions=[SessionRead.of(session, current=session.id == caller.sid) for session in found])


@router.delete("/users/{user_id}/sessions", responses=documented(NotFound))
async def end_user_sessions(user_id: UUID, caller: Administrator, db: Db, ip: ClientAddress) -> Done:
    """Sign a user out everywhere."""
    await service.end_sessions(db, user_id, caller=caller, ip=ip)
    return Done()


@router.get("/audit")
async def list_audit(filters: Annotated[AuditQuery, Query()], caller: Administrator, db: ReadDb) -> Audit:
    """Read who did what, when and from where."""
    rows, total = await queries.page_of_audit(db, filters)
    entries = [
        AuditRead(
            **entry.model_dump(),
            actor_name=f"{actor.first_name} {actor.last_name}" if actor else None,
            subject_name=f"{subject.first_name} {subject.last_name}" if subject else None,
        )
        for entry, actor, subject in rows
    ]
    return Audit(entries=entries, total=total)
