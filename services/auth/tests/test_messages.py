"""Every text of messages about accounts is sent after an action through the API."""

from typing import Any

from auth.runtime import AuthRuntime
from chassis.testing.fixture_types import ApiClient, EventReader, Mailbox
from chassis.testing.plugin import MovableClock

from services.auth.tests.auth_forms import NATIVE_CLIENT, PASSWORD, build_registration_form, find_code
from services.auth.tests.fixture_types import BrowserFactory, LogInFunction, MemberFactory
from services.notifications.tests.messages import assert_all_sent, list_messages


async def test_every_message_is_sent(
    client: ApiClient,
    browser: BrowserFactory,
    member: MemberFactory,
    admin: dict[str, Any],
    log_in: LogInFunction,
    clock: MovableClock,
    mailbox: Mailbox,
    read_events: EventReader,
    runtime: AuthRuntime,
) -> None:
    visitor = browser()
    form = build_registration_form("new@example.com")
    assert (await visitor.post("/api/auth/register", json=form)).status_code == 201
    code = find_code((await mailbox("new@example.com"))[-1])
    verify_answer = await visitor.post("/api/auth/verify-email", json={"email": "new@example.com", "code": code})
    assert verify_answer.status_code == 200
    account = await member()
    await log_in(account)
    tablet_login = await log_in(account, agent="tablet/2")
    change = {"current_password": PASSWORD, "new_password": "Жёлтый-трактор-на-льду-8"}
    assert (await client.post("/api/auth/me/password", json=change, headers=tablet_login["headers"])).status_code == 200
    other_account = await member("petr@example.com", first_name="Пётр")
    stolen_token = (await log_in(other_account))["sessionToken"]
    refresh_body = {"sessionToken": stolen_token}
    await client.post("/api/auth/refresh", json=refresh_body, headers=NATIVE_CLIENT)
    # After the grace period, a used token counts as stolen.
    clock.move(seconds=31)
    await client.post("/api/auth/refresh", json=refresh_body, headers=NATIVE_CLIENT)
    for status in ("blocked", "active"):
        url = f"/api/auth/admin/users/{other_account.id}"
        change_answer = await client.patch(url, json={"account_status": status}, headers=admin["headers"])
        assert change_answer.status_code == 200
    assert_all_sent(list_messages(await read_events(), runtime.now()), "auth")
