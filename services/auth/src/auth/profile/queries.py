"""SELECTs of consents, exports and erasures."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import select
from sqlmodel import col

from auth.accounts.tables import Consent
from auth.profile.tables import DataExport, DataExportPart, Erasure, ErasureAnswer
from auth.runtime import Session


async def list_consents(db: Session, account_id: UUID) -> list[Consent]:
    """Return all consents of an account, newest first."""
    query = select(Consent).where(col(Consent.account_id) == account_id)
    return list(await db.scalars(query.order_by(col(Consent.given_at).desc(), col(Consent.id).desc())))


async def list_answering_services(db: Session, erasure: Erasure) -> set[str]:
    """Return the services that have erased their part."""
    return set(await db.scalars(select(col(ErasureAnswer.service)).where(col(ErasureAnswer.erasure_id) == erasure.id)))


async def list_overdue_erasures(db: Session, *, requested_before: datetime) -> list[Erasure]:
    """Return the erasures requested before this time that at least one service has not answered."""
    is_old = col(Erasure.requested_at) < requested_before
    return list(await db.scalars(select(Erasure).where(col(Erasure.closed_at).is_(None), is_old)))


async def find_open_export(db: Session, account_id: UUID, *, requested_after: datetime) -> DataExport | None:
    """Return the account's newest export that was requested after this time and not delivered yet."""
    query = select(DataExport).where(
        col(DataExport.account_id) == account_id,
        col(DataExport.requested_at) > requested_after,
        col(DataExport.handed_over_at).is_(None),
    )
    return await db.scalar(query.order_by(col(DataExport.id).desc()).limit(1))


async def get_export_parts(db: Session, export_id: UUID) -> dict[str, Any]:
    """Return the stored parts of an export, by service."""
    parts = await db.scalars(select(DataExportPart).where(col(DataExportPart.export_id) == export_id))
    return {part.service: part.data for part in parts}
