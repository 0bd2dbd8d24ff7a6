"""The demo data of notifications: emails on the card of the demo buyer. A second run of the seed adds none."""

from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from notifications import seed
from notifications.runtime import NotificationsRuntime


async def test_the_card_of_the_demo_buyer_has_emails_of_every_finished_state(
    client: ApiClient, runtime: NotificationsRuntime, build_auth_headers: AuthHeadersBuilder
) -> None:
    for _ in range(2):
        async with runtime.database.transaction() as db:
            await seed.load(db)
    address = f"/api/notifications/admin/users/{seed.BUYER_ID}/emails"
    listed_body = (await client.get(address, headers=build_auth_headers(role="admin"))).json()
    assert [email["title"] for email in listed_body["items"]] == [email.title for email in reversed(seed.EMAILS)]
    assert {email["state"] for email in listed_body["items"]} == {"sent", "failed"}
