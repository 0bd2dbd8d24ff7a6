from fastapi import APIRouter

from content.audit.service import SettingsAdmin
from content.runtime import ReadDb
from content.site import service
from content.site.schemas import HolidayList

router = APIRouter(prefix="/api/content/admin/holidays", tags=["admin: settings"])


@router.get("")
async def admin_list_holidays(db: ReadDb, caller: SettingsAdmin) -> HolidayList:
    """List the public holidays until the end of the next year, with moved days off."""
    return HolidayList(holidays=await service.list_coming_holidays(db))
