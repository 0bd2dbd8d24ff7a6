from typing import Annotated, Any

from chassis.http import ClientAddress
from fastapi import APIRouter, Query, Response

from auth.administration import audit, csv_export, queries
from auth.administration.schemas import AuditFilter, UsersFilter
from auth.runtime import Db
from auth.sessions.caller import Administrator

CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}
router = APIRouter(prefix="/api/auth/admin", tags=["administration"], default_response_class=Response)


def _download(content: bytes, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/users.csv", responses=CSV)
async def export_users_csv(
    filters: Annotated[UsersFilter, Query()], caller: Administrator, db: Db, ip: ClientAddress
) -> Response:
    """Download accounts as CSV; the download is audited."""
    found = await db.scalars(queries.users(filters).limit(csv_export.MAX_ROWS))
    content = csv_export.users_csv(found)
    await audit.record_audit(db, "users.exported", actor_id=caller.id, subject_id=None, ip=ip)
    return _download(content, "users.csv")


@router.get("/audit.csv", responses=CSV)
async def export_audit_csv(
    filters: Annotated[AuditFilter, Query()], caller: Administrator, db: Db, ip: ClientAddress
) -> Response:
    """Download the audit log as CSV; the download is audited."""
    rows = (await db.execute(queries.audit_entries(filters).limit(csv_export.MAX_ROWS))).all()
    content = csv_export.audit_csv((row[0], row[1], row[2]) for row in rows)
    await audit.record_audit(db, "audit.exported", actor_id=caller.id, subject_id=None, ip=ip)
    return _download(content, "audit.csv")
