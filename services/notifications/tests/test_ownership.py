"""Calls every route that takes an id with the id of another user's notification."""

from pathlib import Path

from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.ownership import find_ownership_differences
from fastapi import FastAPI

from services.notifications.tests.fixture_types import EntryFactory

URL = "/api/notifications"


async def test_no_id_opens_a_record_of_another_user(
    app: FastAPI, client: ApiClient, build_auth_headers: AuthHeadersBuilder, add_entry: EntryFactory
) -> None:
    user_id = new_id()
    id = await add_entry(user_id)
    owner_headers = build_auth_headers(id=user_id)
    calls = {
        "POST /api/notifications/{notification_id}/mark-read": {"url": f"{URL}/{id}/mark-read"},
        "DELETE /api/notifications/{notification_id}": {"url": f"{URL}/{id}"},
    }
    headers_of_others = {"a user": build_auth_headers(), "an administrator": build_auth_headers(role="admin")}
    assert (
        await find_ownership_differences(
            app, client, Path(__file__).parent, calls, owner=owner_headers, others=headers_of_others
        )
        == []
    )
