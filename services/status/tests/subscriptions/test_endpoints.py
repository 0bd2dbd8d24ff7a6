"""/api/status/subscriptions: requested, confirmed, emailed once for each change, ended with one click."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient, Mailbox, SignedIn
from chassis.testing.plugin import MovableClock
from status.runtime import StatusRuntime
from status.subscriptions.service import queue_emails

URL = "/api/status/subscriptions"
ANNA = "anna@example.com"
INCIDENT = {"title": "Не приходят письма", "severity": "major", "affectedServices": ["email"]}


def link_in(email: Any, action: str) -> str:
    match = re.search(rf"http\S+/{action}\?token=\S+", email.text)
    assert match, email.text
    return match[0]


@pytest.fixture
def follow(client: ApiClient, mailbox: Mailbox) -> Callable[[str], Awaitable[None]]:
    async def subscribe(email: str) -> None:
        assert (await client.post(URL, json={"email": email, "consent": True})).status_code == 200
        assert (await client.post(link_in((await mailbox(email))[-1], "confirm"))).json()["success"] is True

    return subscribe


@pytest.fixture
def send_mailing(runtime: StatusRuntime, mailbox: Mailbox) -> Callable[[str], Awaitable[list[Any]]]:
    """Run the job and return the emails sent to an address."""

    async def send_news(email: str) -> list[Any]:
        for _ in range(2):
            async with runtime.database.transaction() as db:
                await queue_emails(db, runtime)
        return [one for one in await mailbox(email) if one.kind == "status_news"]

    return send_news


class TestSubscribe:
    async def test_each_change_goes_once_to_those_who_confirmed(
        self,
        client: ApiClient,
        follow: Callable[[str], Awaitable[None]],
        send_mailing: Callable[[str], Awaitable[list[Any]]],
        signed_in: SignedIn,
    ) -> None:
        admin = signed_in(role="admin")
        await follow(ANNA)
        await client.post(URL, json={"email": "silent@example.com", "consent": True})
        made = (await client.post("/api/status/admin/incidents", json=INCIDENT, headers=admin)).json()["item"]
        url = f"/api/status/admin/incidents/{made['id']}/updates"
        await client.post(url, json={"status": "resolved", "message": "Починили"}, headers=admin)
        emails = await send_mailing(ANNA)
        assert [email.subject for email in emails] == [
            "Сбой: Не приходят письма", "Не приходят письма: исправлено",
        ]  # fmt: skip
        assert emails[0].headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert await send_mailing("silent@example.com") == []

    async def test_one_click_ends_it(
        self,
        client: ApiClient,
        follow: Callable[[str], Awaitable[None]],
        send_mailing: Callable[[str], Awaitable[list[Any]]],
        signed_in: SignedIn,
    ) -> None:
        admin = signed_in(role="admin")
        await follow(ANNA)
        await client.post("/api/status/admin/incidents", json=INCIDENT, headers=admin)
        [message] = await send_mailing(ANNA)
        end = message.headers["List-Unsubscribe"].strip("<>")
        for _ in range(2):
            assert (await client.post(end)).json() == {"success": True, "message": "Вы отписаны"}
        await client.post("/api/status/admin/incidents", json=INCIDENT, headers=admin)
        assert len(await send_mailing(ANNA)) == 1
        # A new subscription needs a new confirmation.
        await client.post(URL, json={"email": ANNA.upper(), "consent": True})
        await follow(ANNA)
        await client.post("/api/status/admin/incidents", json=INCIDENT, headers=admin)
        assert len(await send_mailing(ANNA)) == 2

    async def test_browsers_are_redirected_to_a_page(self, client: ApiClient, mailbox: Mailbox) -> None:
        await client.post(URL, json={"email": ANNA, "consent": True})
        html = {"Accept": "text/html"}
        link = link_in((await mailbox(ANNA))[0], "confirm")
        answer = await client.get(link, headers=html)
        page = f"/unsubscribe?list=status&state=ask&action=confirm&{link.partition('?')[2]}"
        assert (answer.status_code, answer.headers["location"]) == (303, page)
        assert (await client.post(link)).json()["success"] is True
        answer = await client.get(link, headers=html)
        assert (answer.status_code, answer.headers["location"]) == (303, "/unsubscribe?list=status&state=confirmed")
        dead = await client.get(f"{URL}/confirm?token=forged", headers=html)
        assert dead.headers["location"] == "/unsubscribe?list=status&state=invalid"

    async def test_a_second_request_keeps_the_first_link_valid(
        self, client: ApiClient, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        for minutes, emails in ((0, 1), (1, 1), (10, 2)):
            clock.move(minutes=minutes)
            await client.post(URL, json={"email": ANNA, "consent": True})
            assert len(await mailbox(ANNA)) == emails
        await client.post(URL, json={"email": ANNA, "consent": True})
        assert (await client.post(link_in((await mailbox(ANNA))[1], "confirm"))).json()["success"] is True

    async def test_fourth_confirmation_a_day_is_not_sent(
        self, client: ApiClient, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        for _ in range(6):
            assert (await client.post(URL, json={"email": ANNA, "consent": True})).status_code == 200
            clock.move(minutes=61)
        assert len(await mailbox(ANNA)) == 3
        assert (await client.post(link_in((await mailbox(ANNA))[-1], "confirm"))).json()["success"] is True

    async def test_the_answer_never_reveals_who_is_subscribed(
        self, client: ApiClient, follow: Callable[[str], Awaitable[None]], mailbox: Mailbox
    ) -> None:
        await follow(ANNA)
        again = await client.post(URL, json={"email": ANNA, "consent": True})
        new = await client.post(URL, json={"email": "new@example.com", "consent": True})
        assert again.json() == new.json()
        assert len(await mailbox(ANNA)) == 1

    async def test_refusals(self, client: ApiClient, mailbox: Mailbox, clock: MovableClock) -> None:
        for bad in ({"email": "nobody", "consent": True}, {"email": ANNA}, {"email": ANNA, "consent": False}):
            assert (await client.post(URL, json=bad)).status_code == 422
        trap = {"email": ANNA, "consent": True, "website": "http://spam"}
        assert (await client.post(URL, json=trap)).status_code == 200
        assert await mailbox() == []
        codes = [(await client.post(URL, json={"email": ANNA, "consent": True})).status_code for _ in range(6)]
        assert codes == [200] * 5 + [429]
        for action in ("confirm", "unsubscribe"):
            dead = await client.get(f"{URL}/{action}?token=forged")
            assert (dead.status_code, dead.json()["code"]) == (400, "invalid_token")
        clock.move(days=4)
        late = await client.get(link_in((await mailbox(ANNA))[-1], "confirm"))
        assert late.json()["code"] == "invalid_token"
