from chassis.web.auth import Caller
from fastapi import APIRouter

from notifications.preferences import service
from notifications.preferences.schemas import PreferencesAnswer, PreferencesChange
from notifications.runtime import Db, ReadDb

router = APIRouter(prefix="/api/notifications", tags=["preferences"])


@router.get("/preferences")
async def read_preferences(caller: Caller, db: ReadDb) -> PreferencesAnswer:
    """Return the channels of each type, and the quiet hours."""
    return PreferencesAnswer(preferences=await service.read(db, user_id=caller.id))


@router.put("/preferences")
async def change_preferences(body: PreferencesChange, caller: Caller, db: Db) -> PreferencesAnswer:
    """Change some or all preferences. Preferences that are not sent stay as they are."""
    return PreferencesAnswer(preferences=await service.change(db, body, user_id=caller.id))
