from typing import Annotated, Literal

from chassis.features.lists import Page
from chassis.fields import refuse_control_characters
from contracts.envelopes import Items
from fastapi import APIRouter, Path, Query
from pydantic import AfterValidator

from status.audit.service import Operator
from status.client_logs import queries
from status.client_logs.schemas import Level, LogEntryRead, LogGroupRead
from status.runtime import ReadDb

router = APIRouter(prefix="/api/status/admin/logs", tags=["client logs"])
Fingerprint = Annotated[str, Path(max_length=100), AfterValidator(refuse_control_characters)]


@router.get("")
async def list_log_groups(
    _: Operator,
    db: ReadDb,
    page: Page,
    level: Level | None = None,
    search: Annotated[str, Query(max_length=200), AfterValidator(refuse_control_characters)] = "",
    sort: Literal["-last_seen", "last_seen", "-count", "count"] = "-last_seen",
) -> Items[LogGroupRead]:
    """List the groups of equal lines, latest or most frequent first. A search compares how their messages begin."""
    return Items[LogGroupRead].of(*await queries.list_groups(db, page, level=level, search=search, sort=sort))


@router.get("/{fingerprint}")
async def list_log_entries(fingerprint: Fingerprint, _: Operator, db: ReadDb, page: Page) -> Items[LogEntryRead]:
    """List the lines of one group, the latest first."""
    return Items[LogEntryRead].of(*await queries.list_entries(db, page, fingerprint))
