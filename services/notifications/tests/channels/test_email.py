"""Emails: their content, when they are sent, and their delivery states."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from aiosmtpd.smtp import SMTP
from chassis.database.tables import new_id
from chassis.jobs import run_if_due
from chassis.mail.mail_queue import QueuedEmail
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery, Mailbox
from chassis.testing.plugin import MovableClock, wait_for
from contracts.content import (
    MatchingCar,
    MessageMissed,
    OrderCreated,
    PaymentRecorded,
    PostPublished,
    SavedSearchMatched,
)
from notifications.channels.tables import Delivery
from notifications.jobs import JOBS
from notifications.runtime import NotificationsRuntime, Session
from pydantic import SecretStr
from sqlalchemy import select
from sqlmodel import col

from services.notifications.tests.fixture_types import InboxReader, UserFactory

URL = "/api/notifications"
EmailFinder = Callable[[str], Awaitable[QueuedEmail]]


def build_order(user_id: Any) -> OrderCreated:
    return OrderCreated(order_id=new_id(), user_id=user_id, title="BMW X5", number="МА-1")


@pytest.fixture
def email_to(mailbox: Mailbox) -> Callable[[str], Awaitable[QueuedEmail]]:
    """The one email to an address, once it is queued."""

    async def wait(address: str) -> QueuedEmail:
        async def list_emails() -> Any:
            return await mailbox(address)

        (email,) = await wait_for(list_emails)
        return email

    return wait


class TestEmail:
    async def test_email_has_plain_text_and_an_unsubscribe_link(
        self,
        deliver: EventDelivery,
        make_user: UserFactory,
        email_to: EmailFinder,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        user_id = await make_user(email="anna@example.com")
        await deliver(build_order(user_id))
        email = await email_to("anna@example.com")
        assert email.subject == "Заказ МА-1 открыт"
        assert email.text.startswith("Анна, здравствуйте!")
        assert "BMW X5" in email.text
        assert "http://localhost:8080/dashboard/orders/" in email.text
        assert email.html is not None
        assert email.headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert email.headers["Auto-Submitted"] == "auto-generated"
        link_match = re.fullmatch(r"<http://localhost:8080(.+)>", email.headers["List-Unsubscribe"])
        assert link_match
        page = await client.get(link_match[1])
        assert "Отписаться от писем о заказах, бронях автомобилей и записях?" in " ".join(page.text.split())
        assert "Меридиан Авто" in page.text
        preferences_before = (await client.get(f"{URL}/preferences", headers=build_auth_headers(id=user_id))).json()[
            "preferences"
        ]
        assert preferences_before["booking"]["email"] is True
        answer = await client.post(link_match[1], data={"List-Unsubscribe": "One-Click"})
        assert answer.json() == {"success": True}
        preferences_after = (await client.get(f"{URL}/preferences", headers=build_auth_headers(id=user_id))).json()[
            "preferences"
        ]
        assert preferences_after["booking"] == {"in_app": True, "email": False, "push": True}
        assert preferences_after["payment"]["email"] is True

    @pytest.mark.parametrize("token", ["", "AAAA", "A" * 60, "%00", "я"])
    async def test_forged_unsubscribe_links_are_refused(self, client: ApiClient, token: str) -> None:
        for method in ("get", "post"):
            answer = await client.request(method, f"{URL}/unsubscribe", params={"token": token})
            assert (answer.status_code, answer.json()["code"]) == (400, "link_invalid")
        page = await client.get(f"{URL}/unsubscribe", params={"token": token}, headers={"Accept": "text/html"})
        assert (page.status_code, page.headers["location"]) == (303, "/unsubscribe?state=invalid")

    async def test_html_in_names_and_titles_is_escaped(
        self, deliver: EventDelivery, make_user: UserFactory, email_to: EmailFinder
    ) -> None:
        user_id = await make_user(email="a@example.com", first_name="<b>Анна</b>")
        await deliver(OrderCreated(order_id=new_id(), user_id=user_id, title="<script>", number="1"))
        email = await email_to("a@example.com")
        assert "<script>" not in (email.html or "")
        assert "<b>" not in (email.html or "")

    async def test_the_link_that_stops_a_saved_search_stands_below_the_link_to_the_cars(
        self, deliver: EventDelivery, make_user: UserFactory, email_to: EmailFinder
    ) -> None:
        user_id = await make_user(email="anna@example.com")
        stop_url = f"https://example.ru/api/saved-searches/stop?token={'a' * 73}"
        search = SavedSearchMatched(
            search_id=new_id(),
            user_id=user_id,
            name="Audi",
            address="brand=Audi",
            cars=[MatchingCar(title="Audi A6", price_rub=4_900_000)],
            count=1,
            stop_url=stop_url,
        )
        await deliver(search)
        email = await email_to("anna@example.com")
        assert email.text.index("/cars?brand=Audi") < email.text.index(f"Больше не писать об этом поиске: {stop_url}")
        assert email.html is not None
        assert email.html.index("Открыть на сайте") < email.html.index(stop_url)
        assert email.html.count(stop_url) == 1
        assert re.search(rf'об.этом поиске: <a href="{re.escape(stop_url)}" rel="noopener">https://example', email.html)

    async def test_an_address_that_a_person_wrote_is_no_link(
        self, deliver: EventDelivery, make_user: UserFactory, email_to: EmailFinder
    ) -> None:
        """Its reader would trust the company's email and see only the words before the address."""
        message = MessageMissed(
            order_id=new_id(),
            user_id=await make_user(email="anna@example.com"),
            number="MA-418205",
            title="Audi A6",
            to="buyer",
            channel="email",
            message_number=1,
            author="Марта",
            excerpt="https://evil.example/pay?order=1",
            count=1,
        )
        await deliver(message)
        email = await email_to("anna@example.com")
        assert "https://evil.example/pay?order=1" in email.text
        assert "evil.example" in (email.html or "")
        assert 'href="https://evil.example' not in (email.html or "")


class TestTime:
    async def test_quiet_hours_delay_emails_except_urgent_ones(
        self,
        deliver: EventDelivery,
        make_user: UserFactory,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
        mailbox: Mailbox,
        read_inbox: InboxReader,
    ) -> None:
        user_id = await make_user(email="quiet@example.com", role="admin")
        clock.freeze(datetime(2026, 11, 20, 23, 30, tzinfo=ZoneInfo("Asia/Yekaterinburg")))
        quiet_hours = {"from": "22:00", "to": "08:00", "timezone": "Asia/Yekaterinburg"}
        await client.put(
            f"{URL}/preferences", json={"quiet_hours": quiet_hours}, headers=build_auth_headers(id=user_id)
        )
        await deliver(build_order(user_id))
        body = {"type": "security", "title": "Срочно", "message": "Текст", "channels": ["in_app", "email"]}
        await client.post(f"{URL}/admin/test", json=body, headers=build_auth_headers(id=user_id, role="admin"))

        async def list_email_subjects() -> list[str]:
            return [email.subject for email in await mailbox("quiet@example.com")]

        async def has_arrived(count: int) -> bool:
            return len(await list_email_subjects()) >= count

        await wait_for(lambda: has_arrived(1))
        assert await list_email_subjects() == ["Срочно"]
        assert (await read_inbox(user_id))["total"] == 2
        clock.move(hours=8, minutes=31)
        await wait_for(lambda: has_arrived(2))
        assert (await list_email_subjects())[1] == "Заказ МА-1 открыт"

    @pytest.mark.parametrize(("night", "hours"), [("2026-03-28", 9), ("2026-10-24", 11)])
    async def test_a_night_in_which_the_clocks_change_ends_by_the_local_clock(
        self,
        deliver: EventDelivery,
        make_user: UserFactory,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        clock: MovableClock,
        mailbox: Mailbox,
        night: str,
        hours: int,
    ) -> None:
        """The night from 22:00 to 08:00 in Berlin is an hour shorter in spring and an hour longer in autumn."""
        user_id = await make_user(email="berlin@example.com")
        clock.freeze(datetime.fromisoformat(f"{night}T22:00").replace(tzinfo=ZoneInfo("Europe/Berlin")))
        quiet_hours = {"from": "22:00", "to": "08:00", "timezone": "Europe/Berlin"}
        await client.put(
            f"{URL}/preferences", json={"quiet_hours": quiet_hours}, headers=build_auth_headers(id=user_id)
        )
        await deliver(build_order(user_id))
        clock.move(hours=hours, seconds=-1)
        await deliver(build_order(user_id))
        assert await mailbox("berlin@example.com") == []
        clock.move(seconds=1)
        await deliver(build_order(user_id))

        async def has_arrived() -> bool:
            return len(await mailbox("berlin@example.com")) == 3

        await wait_for(has_arrived)

    async def test_promotions_are_collected_into_one_email_a_day(
        self,
        deliver: EventDelivery,
        make_user: UserFactory,
        clock: MovableClock,
        mailbox: Mailbox,
        runtime: NotificationsRuntime,
        db: Session,
    ) -> None:
        await make_user(email="reader@example.com", marketing=True)
        clock.freeze(datetime(2026, 11, 20, 12, 0, tzinfo=ZoneInfo("Europe/Moscow")))
        for title in ("Пошлины", "Доставка"):
            post = {"post_id": new_id(), "slug": "s", "title": title, "excerpt": "Коротко", "category": "news"}
            await deliver(PostPublished(**post))

        async def are_queued() -> bool:
            return len(list(await db.scalars(select(col(Delivery.id)).where(col(Delivery.channel) == "email")))) == 2

        await wait_for(are_queued)
        (digest_job,) = [job for job in JOBS if job.name == "notifications.digests"]
        clock.move(hours=21)
        await run_if_due(digest_job, runtime)
        assert await mailbox("reader@example.com") == []
        clock.move(hours=2)
        await run_if_due(digest_job, runtime)
        (email,) = await mailbox("reader@example.com")
        assert "Пошлины" in email.text
        assert "Доставка" in email.text


class RefusingMailServer:
    """A mail server whose answer depends on the recipient's name."""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        name = address.partition("@")[0]
        if name.isdigit():
            return f"{name} no"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        return "250 OK"


class TestResult:
    async def test_servers_answer_decides_whether_a_delivery_is_sent_failed_or_repeated(
        self,
        deliver: EventDelivery,
        make_user: UserFactory,
        runtime: NotificationsRuntime,
        monkeypatch: pytest.MonkeyPatch,
        db: Session,
        mailbox: Mailbox,
    ) -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: SMTP(RefusingMailServer(), hostname="mail.example.com"), "127.0.0.1", 0
        )
        try:
            url = f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            monkeypatch.setattr(runtime, "settings", runtime.settings.model_copy(update={"smtp_url": SecretStr(url)}))
            ids_by_name = {name: await make_user(email=f"{name}@example.com") for name in ("anna", "550", "451")}
            for user_id in ids_by_name.values():
                payment = {"payment_id": new_id(), "order_id": new_id(), "user_id": user_id, "order_title": "BMW"}
                await deliver(PaymentRecorded(**payment, amount_rub="100", kind="payment", status="paid"))

            async def find_settled_deliveries() -> Any:
                rows = await db.scalars(select(Delivery).execution_options(populate_existing=True))
                deliveries_by_user = {row.user_id: row for row in rows}
                settled_rows = [row for row in deliveries_by_user.values() if row.state != "queued"]
                tried_emails = [email for email in await mailbox() if email.attempts]
                if len(settled_rows) < 2 or len(tried_emails) < 3:
                    return None
                return deliveries_by_user

            deliveries_by_user = await wait_for(find_settled_deliveries)
        finally:
            server.close()
        assert deliveries_by_user[ids_by_name["anna"]].state == "sent"
        assert deliveries_by_user[ids_by_name["550"]].state == "failed"
        assert (
            "550" in deliveries_by_user[ids_by_name["550"]].reason
            or "Refused" in deliveries_by_user[ids_by_name["550"]].reason
        )
        assert deliveries_by_user[ids_by_name["451"]].state == "queued"
        (retried_email,) = await mailbox("451@example.com")
        assert retried_email.failed_at is None
        assert retried_email.due_at > retried_email.created_at
