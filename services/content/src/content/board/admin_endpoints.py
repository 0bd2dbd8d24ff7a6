from chassis.features.lists import QueryParameters
from fastapi import APIRouter

from content.audit.service import Admin
from content.board import service
from content.board.schemas import BoardColumn, BoardColumnRead, BoardQuery
from content.runtime import ReadDb

router = APIRouter(prefix="/api/content/admin/board", tags=["admin: board"])


@router.get("/{column}")
async def admin_read_board_column(
    column: BoardColumn, query: QueryParameters[BoardQuery], db: ReadDb, caller: Admin
) -> BoardColumnRead:
    """List the orders at one step, or `done`, with their buyers, managers, days in the step and unread messages."""
    return await service.read_column(db, column, query)
