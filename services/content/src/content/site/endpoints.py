from chassis.web.caches import CachedRoute
from chassis.web.errors import document_errors
from fastapi import APIRouter, Request, Response

from content.audit.service import SettingsAdmin
from content.runtime import Db, ReadDb
from content.site import service
from content.site.schemas import SiteSettingsRead, SiteSettingsUpdate

router = APIRouter(prefix="/api/settings", tags=["settings"], route_class=CachedRoute)


@router.get("", response_model=SiteSettingsRead)
async def get_settings(request: Request, db: ReadDb) -> Response:
    """Return the public settings of the site."""
    return await service.cache.answer(request, "settings", lambda: service.read_settings(db))


@router.put("", responses=document_errors(service.change))
async def change_settings(body: SiteSettingsUpdate, db: Db, caller: SettingsAdmin) -> SiteSettingsRead:
    """Change the site's settings."""
    return await service.change(db, body, caller=caller)
