"""/api/status/subscriptions: requested, confirmed, emailed once for each change, ended with one click."""

import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, Mailbox
from chassis.testing.plugin import MovableClock
from status.runtime import StatusRuntime
from status.subscriptions.service import queue_emails

URL = "/api/status/subscriptions"
ANNA = "anna@example.com"
INCIDENT = {"title": "Не приходят письма", "severity": "major", "affectedServices": ["email"]}


def find_link(email: Any, action: str) -> str:
    match = re.search(rf"http\S+/{action}\?token=\S+", email.text)
    assert match, email.text
    return match[0]


@pytest.fixture
def subscribe_and_confirm(client: ApiClient, mailbox: Mailbox) -> Callable[[str], Awaitable[None]]:
    async def subscribe(email: str) -> None:
        assert (await client.post(URL, json={"email": email, "consent": True})).status_code == 200
        assert (await client.post(find_link((await mailbox(email))[-1], "confirm"))).json()["success"] is True

    return subscribe


@pytest.fixture
def send_mailing(runtime: StatusRuntime, mailbox: Mailbox) -> Callable[[str], Awaitable[list[Any]]]:
    """Run the job and return the emails sent to an address."""

    async def queue_and_read(email: str) -> list[Any]:
        for _ in range(2):
            async with runtime.database.transaction() as db:
                await queue_emails(db, runtime)
        return [message for message in await mailbox(email) if message.kind == "status_news"]

    return queue_and_read


class TestSubscribe:
    async def test_each_change_is_sent_once_to_confirmed_subscribers(
        self,
        client: ApiClient,
        subscribe_and_confirm: Callable[[str], Awaitable[None]],
        send_mailing: Callable[[str], Awaitable[list[Any]]],
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        admin = build_auth_headers(role="admin")
        await subscribe_and_confirm(ANNA)
        await client.post(URL, json={"email": "silent@example.com", "consent": True})
        incident = (await client.post("/api/status/admin/incidents", json=INCIDENT, headers=admin)).json()["item"]
        url = f"/api/status/admin/incidents/{incident['id']}/updates"
        await client.post(url, json={"status": "resolved", "message": "Починили"}, headers=admin)
        emails = await send_mailing(ANNA)
        assert [email.subject for email in emails] == [
            "Сбой: Не приходят письма", "Не приходят письма: исправлено",
        ]  # fmt: skip
        assert emails[0].headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert await send_mailing("silent@example.com") == []

    async def test_one_click_ends_the_subscription(
        self,
        client: ApiClient,
        subscribe_and_confirm: Callable[[str], Awaitable[None]],
        send_mailing: Callable[[str], Awaitable[list[Any]]],
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        admin = build_auth_headers(role="admin")
        await subscribe_and_confirm(ANNA)
        await client.post("/api/status/admin/incidents", json=INCIDENT, headers=admin)
        [message] = await send_mailing(ANNA)
        assert message.headers["Auto-Submitted"] == "auto-generated"

        unsubscribe_url = message.headers["List-Unsubscribe"].strip("<>")
        # A mail scanner opens the link too, and that ends nothing.
        assert (await client.get(unsubscribe_url)).status_code == 200
        await client.post("/api/status/admin/incidents", json=INCIDENT, headers=admin)
        assert len(await send_mailing(ANNA)) == 2

        for _ in range(2):
            assert (await client.post(unsubscribe_url)).json() == {"success": True, "message": "Вы отписаны"}
        await client.post("/api/status/admin/incidents", json=INCIDENT, headers=admin)
        assert len(await send_mailing(ANNA)) == 2

        # A new subscription needs a new confirmation.
        await client.post(URL, json={"email": ANNA.upper(), "consent": True})
        await subscribe_and_confirm(ANNA)
        await client.post("/api/status/admin/incidents", json=INCIDENT, headers=admin)
        assert len(await send_mailing(ANNA)) == 3

    async def test_browsers_that_open_a_subscription_link_are_redirected_to_a_page(
        self, client: ApiClient, mailbox: Mailbox
    ) -> None:
        await client.post(URL, json={"email": ANNA, "consent": True})
        html_headers = {"Accept": "text/html"}
        link = find_link((await mailbox(ANNA))[0], "confirm")
        answer = await client.get(link, headers=html_headers)
        page = f"/unsubscribe?list=status&state=ask&action=confirm&{link.partition('?')[2]}"
        assert (answer.status_code, answer.headers["location"]) == (303, page)
        assert (await client.post(link)).json()["success"] is True
        answer = await client.get(link, headers=html_headers)
        assert (answer.status_code, answer.headers["location"]) == (303, "/unsubscribe?list=status&state=confirmed")
        forged_link_answer = await client.get(f"{URL}/confirm?token=forged", headers=html_headers)
        assert forged_link_answer.headers["location"] == "/unsubscribe?list=status&state=invalid"

    async def test_a_second_request_for_a_subscription_keeps_the_first_link_valid(
        self, client: ApiClient, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        for minutes, emails in ((0, 1), (1, 1), (10, 2)):
            clock.move(minutes=minutes)
            await client.post(URL, json={"email": ANNA, "consent": True})
            assert len(await mailbox(ANNA)) == emails
        await client.post(URL, json={"email": ANNA, "consent": True})
        assert (await client.post(find_link((await mailbox(ANNA))[1], "confirm"))).json()["success"] is True

    async def test_fourth_confirmation_a_day_is_not_sent(
        self, client: ApiClient, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        for _ in range(6):
            assert (await client.post(URL, json={"email": ANNA, "consent": True})).status_code == 200
            clock.move(minutes=61)
        assert len(await mailbox(ANNA)) == 3
        assert (await client.post(find_link((await mailbox(ANNA))[-1], "confirm"))).json()["success"] is True

    async def test_the_answer_never_reveals_who_is_subscribed(
        self, client: ApiClient, subscribe_and_confirm: Callable[[str], Awaitable[None]], mailbox: Mailbox
    ) -> None:
        await subscribe_and_confirm(ANNA)
        repeated_answer = await client.post(URL, json={"email": ANNA, "consent": True})
        first_answer = await client.post(URL, json={"email": "new@example.com", "consent": True})
        assert repeated_answer.json() == first_answer.json()
        assert len(await mailbox(ANNA)) == 1

    @pytest.mark.parametrize(
        "body", [{"email": "nobody", "consent": True}, {"email": ANNA}, {"email": ANNA, "consent": False}]
    )
    async def test_a_form_without_address_or_consent_is_refused(self, client: ApiClient, body: dict[str, Any]) -> None:
        assert (await client.post(URL, json=body)).status_code == 422

    @pytest.mark.parametrize("address", ["=?utf-8?b?YQpi?=@example.com", '"a b"@example.com', "иван@example.com"])
    async def test_an_address_that_no_email_reaches_is_refused(
        self, client: ApiClient, address: str, mailbox: Mailbox
    ) -> None:
        answer = await client.post(URL, json={"email": address, "consent": True})
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "email")
        assert await mailbox() == []

    async def test_only_json_true_is_a_consent(self, client: ApiClient) -> None:
        body = {"email": ANNA, "consent": 1}
        assert (await client.post(URL, json=body)).status_code == 422

    async def test_a_robot_that_fills_in_the_hidden_field_gets_no_email(
        self, client: ApiClient, mailbox: Mailbox
    ) -> None:
        body = {"email": ANNA, "consent": True, "website": "http://spam"}
        assert (await client.post(URL, json=body)).status_code == 200
        assert await mailbox() == []

    async def test_sixth_request_of_a_client_in_an_hour_is_refused(self, client: ApiClient) -> None:
        statuses = [(await client.post(URL, json={"email": ANNA, "consent": True})).status_code for _ in range(6)]
        assert statuses == [200] * 5 + [429]

    @pytest.mark.parametrize("action", ["confirm", "unsubscribe"])
    async def test_a_forged_link_is_refused(self, client: ApiClient, action: str) -> None:
        answer = await client.get(f"{URL}/{action}?token=forged")
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_token")

    async def test_a_link_to_confirm_expires_after_three_days(
        self, client: ApiClient, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        await client.post(URL, json={"email": ANNA, "consent": True})
        clock.move(days=4)
        answer = await client.get(find_link((await mailbox(ANNA))[-1], "confirm"))
        assert answer.json()["code"] == "invalid_token"


class TestChooseComponents:
    @pytest.fixture
    def choose(self, client: ApiClient, mailbox: Mailbox) -> Callable[..., Awaitable[Any]]:
        """Request a choice, and return the confirmation email."""

        async def request(*components: str) -> Any:
            body = {"email": ANNA, "consent": True, "components": components}
            assert (await client.post(URL, json=body)).status_code == 200
            return [message for message in await mailbox(ANNA) if message.kind == "status_confirm"][-1]

        return request

    @pytest.fixture
    def open_incident(self, client: ApiClient, build_auth_headers: AuthHeadersBuilder) -> Callable[..., Awaitable[Any]]:
        async def post_incident(title: str, *affected: str) -> Any:
            body = INCIDENT | {"title": title, "affectedServices": affected}
            answer = await client.post(
                "/api/status/admin/incidents", json=body, headers=build_auth_headers(role="admin")
            )
            return answer.json()["item"]

        return post_incident

    async def test_only_changes_of_chosen_components_are_sent(
        self,
        client: ApiClient,
        choose: Callable[..., Awaitable[Any]],
        open_incident: Callable[..., Awaitable[Any]],
        send_mailing: Callable[[str], Awaitable[list[Any]]],
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
    ) -> None:
        email = await choose("email", "auth")
        assert "«Авторизация», «Почтовая служба»" in email.text
        await client.post(find_link(email, "confirm"))
        for title, affected in (("Почта", ["email"]), ("Сайт", ["website"]), ("Оба", ["website", "auth"]), ("Всё", [])):
            await open_incident(title, *affected)
        start = clock().replace(microsecond=0) + timedelta(days=1)
        for component in ("auth", "storage"):
            form = {
                "title": f"Работы {component}",
                "scheduledStart": start.isoformat(),
                "scheduledEnd": (start + timedelta(hours=1)).isoformat(),
                "affectedServices": [component],
            }
            await client.post("/api/status/admin/maintenance", json=form, headers=build_auth_headers(role="admin"))
        assert {message.subject for message in await send_mailing(ANNA)} == {
            "Сбой: Почта", "Сбой: Оба", "Сбой: Всё", "Плановые работы назначены: Работы auth",
        }  # fmt: skip

    async def test_an_update_is_emailed_to_the_receivers_of_the_first_message(
        self,
        client: ApiClient,
        choose: Callable[..., Awaitable[Any]],
        open_incident: Callable[..., Awaitable[Any]],
        send_mailing: Callable[[str], Awaitable[list[Any]]],
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        await client.post(find_link(await choose("email"), "confirm"))
        incident = await open_incident("Почта", "email")
        url = f"/api/status/admin/incidents/{incident['id']}"
        await client.patch(url, json={"affectedServices": ["api"]}, headers=build_auth_headers(role="admin"))
        assert len(await send_mailing(ANNA)) == 2

    async def test_another_choice_of_components_waits_for_its_confirmation(
        self,
        client: ApiClient,
        choose: Callable[..., Awaitable[Any]],
        open_incident: Callable[..., Awaitable[Any]],
        send_mailing: Callable[[str], Awaitable[list[Any]]],
        clock: MovableClock,
    ) -> None:
        await client.post(find_link(await choose("email"), "confirm"))
        clock.move(minutes=11)
        # Anyone who knows the address may request another choice. Only the owner of the mailbox can confirm it.
        change_email = await choose("api")
        await open_incident("Почта", "email")
        await open_incident("API", "api")
        assert [message.subject for message in await send_mailing(ANNA)] == ["Сбой: Почта"]
        assert (await client.post(find_link(change_email, "confirm"))).json()["success"] is True
        await open_incident("Снова почта", "email")
        await open_incident("Снова API", "api")
        assert [message.subject for message in await send_mailing(ANNA)] == ["Сбой: Почта", "Сбой: Снова API"]

    async def test_a_choice_of_components_without_a_new_link_changes_nothing(
        self,
        client: ApiClient,
        choose: Callable[..., Awaitable[Any]],
        open_incident: Callable[..., Awaitable[Any]],
        send_mailing: Callable[[str], Awaitable[list[Any]]],
    ) -> None:
        first_email = await choose("email")
        assert await choose("api") == first_email
        await client.post(find_link(first_email, "confirm"))
        await open_incident("Почта", "email")
        await open_incident("API", "api")
        assert [message.subject for message in await send_mailing(ANNA)] == ["Сбой: Почта"]

    async def test_the_same_choice_of_components_sends_no_email(
        self, client: ApiClient, choose: Callable[..., Awaitable[Any]], mailbox: Mailbox, clock: MovableClock
    ) -> None:
        await client.post(find_link(await choose("email", "auth"), "confirm"))
        clock.move(minutes=11)
        await choose("auth", "email", "email")
        assert len(await mailbox(ANNA)) == 1

    async def test_an_unknown_component_is_refused(self, client: ApiClient) -> None:
        body = {"email": ANNA, "consent": True, "components": ["moon"]}
        refusal = await client.post(URL, json=body)
        assert (refusal.status_code, refusal.json()["errors"][0]["field"]) == (422, "components.0")
