from typing import Annotated

from fastapi import APIRouter, Query

from content.audit.service import Admin
from content.panel import service
from content.panel.schemas import FoundRecords, MonthsRead, SearchQuery, WorkloadRead
from content.runtime import ReadDb

router = APIRouter(prefix="/api/content/admin", tags=["admin: panel"])


@router.get("/search")
async def admin_search(query: Annotated[SearchQuery, Query()], db: ReadDb, caller: Admin) -> FoundRecords:
    """Find customers, orders, cars and articles that contain these words."""
    return await service.find_records(db, query.q)


@router.get("/months")
async def admin_count_months(db: ReadDb, caller: Admin) -> MonthsRead:
    """Count the contacts, requests, bookings and orders of each of the last 12 months."""
    return await service.count_months(db)


@router.get("/workload")
async def admin_read_workload(db: ReadDb, caller: Admin) -> WorkloadRead:
    """Count the open and late orders, unanswered conversations, and late messages and requests of every employee."""
    return await service.read_workload(db)
