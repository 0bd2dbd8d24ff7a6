"""Every route with an id, with the id of another person's notification."""

from pathlib import Path
from typing import Any

from chassis.database.tables import new_id
from chassis.testing.ownership import sweep

URL = "/api/notifications"


async def test_no_id_opens_another_persons_things(app: Any, client: Any, signed_in: Any, add_entry: Any) -> None:
    me = new_id()
    id = await add_entry(me)
    owner = signed_in(id=me)
    calls = {
        "POST /api/notifications/{notification_id}/mark-read": {"url": f"{URL}/{id}/mark-read"},
        "DELETE /api/notifications/{notification_id}": {"url": f"{URL}/{id}"},
    }
    others = {"a user": signed_in(), "an administrator": signed_in(role="admin")}
    assert await sweep(app, client, Path(__file__).parent, calls, owner=owner, others=others) == []
