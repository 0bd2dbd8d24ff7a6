from typing import Annotated, Any
from uuid import UUID

from chassis.features.lists import fetch_page
from chassis.web.errors import document_errors
from contracts.envelopes import Done
from fastapi import APIRouter, Query, Response

from auth.administration import csv_export, queries, service
from auth.administration.schemas import (
    AdminUser,
    AdminUserAnswer,
    Audit,
    AuditFilter,
    AuditQuery,
    AuditRead,
    UserChange,
    Users,
    UsersFilter,
    UsersQuery,
)
from auth.runtime import CurrentRuntime, Db, ReadDb
from auth.sessions import queries as sessions
from auth.sessions.caller import Administrator
from auth.sessions.schemas import Sessions

router = APIRouter(prefix="/api/auth/admin", tags=["administration"])
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}


def _download(content: bytes, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/users.csv", responses=CSV, response_class=Response)
async def export_users_csv(filters: Annotated[UsersFilter, Query()], caller: Administrator, db: Db) -> Response:
    """Download accounts as CSV; the download is audited."""
    accounts = await db.scalars(queries.select_users(filters).limit(csv_export.MAX_ROWS))
    content = csv_export.build_users_csv(accounts)
    service.record_audit(db, "users.exported", caller=caller)
    return _download(content, "users.csv")


@router.get("/audit.csv", responses=CSV, response_class=Response)
async def export_audit_csv(filters: Annotated[AuditFilter, Query()], caller: Administrator, db: Db) -> Response:
    """Download the audit log as CSV; the download is audited."""
    rows = (await db.execute(queries.select_audit_entries(filters).limit(csv_export.MAX_ROWS))).all()
    content = csv_export.build_audit_csv(rows)
    service.record_audit(db, "audit.exported", caller=caller)
    return _download(content, "audit.csv")


@router.get("/users")
async def list_users(filters: Annotated[UsersQuery, Query()], caller: Administrator, db: ReadDb) -> Users:
    """Search accounts by name, email or phone."""
    accounts, total = await fetch_page(db, queries.select_users(filters), filters)
    return Users(users=[AdminUser.of(account) for account in accounts], total=total)


@router.get("/users/{user_id}", responses=document_errors(service.get_user))
async def get_user(user_id: UUID, caller: Administrator, db: ReadDb) -> AdminUserAnswer:
    """Show one account."""
    return AdminUserAnswer(user=AdminUser.of(await service.get_user(db, user_id)))


@router.patch("/users/{user_id}", responses=document_errors(service.change_user))
async def change_user(user_id: UUID, body: UserChange, caller: Administrator, db: Db) -> AdminUserAnswer:
    """Change an account's role or block it."""
    return AdminUserAnswer(user=AdminUser.of(await service.change_user(db, user_id, body, caller=caller)))


@router.get("/users/{user_id}/sessions", responses=document_errors(service.get_user))
async def list_user_sessions(user_id: UUID, caller: Administrator, runtime: CurrentRuntime, db: ReadDb) -> Sessions:
    """List a user's open sessions."""
    account = await service.get_user(db, user_id)
    return Sessions.of(await sessions.list_open_sessions(db, account.id, now=runtime.now()), current_id=caller.sid)


@router.delete("/users/{user_id}/sessions", responses=document_errors(service.end_sessions))
async def end_user_sessions(user_id: UUID, caller: Administrator, db: Db) -> Done:
    """Sign a user out everywhere."""
    await service.end_sessions(db, user_id, caller=caller)
    return Done()


@router.get("/audit")
async def list_audit(filters: Annotated[AuditQuery, Query()], caller: Administrator, db: ReadDb) -> Audit:
    """Read who did what, when and from where."""
    rows, total = await queries.list_audit_entries(db, filters)
    entries = [
        AuditRead(
            id=entry.id,
            at=entry.at,
            actor_id=entry.actor_id,
            actor_name=entry.actor_name,
            action=entry.action,
            subject_id=entry.entity_id,
            subject_name=subject.full_name if subject else None,
            details=entry.changes,
            ip=entry.address or "",
        )
        for entry, subject in rows
    ]
    return Audit(entries=entries, total=total)
