import re
from datetime import datetime
from typing import Any

from chassis.database.tables import new_id
from chassis.mail.mail_queue import BULK_SEND_THRESHOLD, QueuedEmail
from chassis.testing.fixture_types import ApiClient, Mailbox
from chassis.testing.plugin import MovableClock
from content.articles.tables import Post
from content.newsletter.service import purge_subscriptions, send_new_articles
from content.newsletter.tables import Mailing, Subscriber
from content.runtime import ContentRuntime, Session
from fastapi import FastAPI
from sqlalchemy import func, select, update
from sqlmodel import col

from services.content.tests.fixture_types import Factory

URL = "/api/newsletter"
ADMIN = "/api/content/admin/newsletter"
FORM = {"email": "Reader@example.com", "consent": True}


def find_link_path(text: str) -> str:
    """Return the path and the query of the link in an email."""
    match = re.search(r"http://localhost:8080(/api/newsletter/\S+)", text)
    assert match
    return match.group(1)


async def send_newsletter(runtime: ContentRuntime) -> None:
    async with runtime.database.transaction() as db:
        await send_new_articles(db, runtime)


class TestSubscriptions:
    async def test_unconfirmed_address_gets_no_newsletter(
        self,
        client: ApiClient,
        mailbox: Mailbox,
        make_post: Factory[Post],
        runtime: ContentRuntime,
        clock: MovableClock,
    ) -> None:
        for _ in range(2):
            assert (await client.post(URL, json=FORM)).status_code == 200
        assert [email.kind for email in await mailbox()] == ["newsletter_confirm"]
        clock.move(minutes=11)
        await client.post(URL, json=FORM)
        confirmation_emails = await mailbox()
        await make_post()
        await send_newsletter(runtime)
        assert len(await mailbox()) == 2
        # A mail scanner opens the link.
        assert (await client.get(find_link_path(confirmation_emails[-1].text))).status_code == 200
        await make_post()
        await send_newsletter(runtime)
        assert len(await mailbox()) == 2
        confirm_answer = await client.post(find_link_path(confirmation_emails[-1].text))
        assert confirm_answer.json()["success"]
        for method in ("GET", "POST"):
            assert (await client.request(method, find_link_path(confirmation_emails[0].text))).json()[
                "code"
            ] == "invalid_token"
            assert (await client.request(method, find_link_path(confirmation_emails[-1].text))).status_code == 200
        clock.move(minutes=1)
        await make_post(title="Новая статья")
        for _ in range(2):
            await send_newsletter(runtime)
        emails = [email for email in await mailbox() if email.kind == "newsletter"]
        assert [email.subject for email in emails] == ["Новая статья"]
        assert emails[0].headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"

    async def test_fourth_confirmation_a_day_is_not_sent(
        self, client: ApiClient, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        for _ in range(6):
            assert (await client.post(URL, json=FORM)).status_code == 200
            clock.move(minutes=61)
        emails = await mailbox()
        assert len(emails) == 3
        assert (await client.get(find_link_path(emails[-1].text))).status_code == 200

    async def test_one_click_ends_the_subscription(
        self,
        client: ApiClient,
        mailbox: Mailbox,
        make_post: Factory[Post],
        runtime: ContentRuntime,
        clock: MovableClock,
    ) -> None:
        await client.post(URL, json=FORM)
        await client.post(find_link_path((await mailbox())[0].text))
        clock.move(minutes=1)
        await make_post()
        await send_newsletter(runtime)
        assert {email.headers["Auto-Submitted"] for email in await mailbox()} == {"auto-generated"}
        unsubscribe_url = (await mailbox())[-1].headers["List-Unsubscribe"].strip("<>")
        unsubscribe_path = unsubscribe_url.removeprefix("http://localhost:8080")
        # A mail scanner opens this link too. The next article still arrives.
        assert (await client.get(unsubscribe_path)).status_code == 200
        await make_post(title="После проверки ссылок")
        await send_newsletter(runtime)
        assert (await mailbox())[-1].subject == "После проверки ссылок"
        body = {"List-Unsubscribe": "One-Click"}
        for _ in range(2):
            assert (await client.post(unsubscribe_path, data=body)).json()["success"]
        email_count = len(await mailbox())
        await make_post(title="Ещё одна")
        await send_newsletter(runtime)
        assert len(await mailbox()) == email_count

    async def test_a_link_of_an_email_redirects_a_browser_to_a_page(
        self, app: FastAPI, client: ApiClient, mailbox: Mailbox
    ) -> None:
        await client.post(URL, json=FORM)
        browser_headers = {"Accept": "text/html,application/xhtml+xml"}
        link_path = find_link_path((await mailbox())[0].text)
        answer = await client.get(link_path, headers=browser_headers)
        page = f"/unsubscribe?state=ask&action=confirm&{link_path.partition('?')[2]}"
        assert (answer.status_code, answer.headers["location"]) == (303, page)
        assert (await client.post(link_path, headers=browser_headers)).json()["success"]
        answer = await client.get(link_path, headers=browser_headers)
        assert (answer.status_code, answer.headers["location"]) == (303, "/unsubscribe?state=confirmed")
        for wrong_path in (
            "confirm",
            "confirm?token=",
            f"confirm?token={'x' * 300}",
            "unsubscribe",
            "unsubscribe?token=x",
        ):
            answer = await client.get(f"{URL}/{wrong_path}", headers=browser_headers)
            assert (answer.status_code, answer.headers["location"]) == (303, "/unsubscribe?state=invalid")
            assert (await client.get(f"{URL}/{wrong_path}")).json()["code"] == "invalid_token"
        paths = app.openapi()["paths"]
        assert all("303" in paths[f"{URL}/{name}"]["get"]["responses"] for name in ("confirm", "unsubscribe"))

    async def test_wrong_and_too_many_subscriptions_are_refused(self, client: ApiClient) -> None:
        assert (await client.post(URL, json=FORM | {"email": "x"})).status_code == 422
        assert (await client.post(URL, json=FORM | {"consent": False})).status_code == 422
        assert (await client.get(f"{URL}/confirm?token=none")).json()["code"] == "invalid_token"
        statuses = [
            (await client.post(URL, json=FORM | {"email": f"a{number}@example.com"})).status_code for number in range(6)
        ]
        assert statuses == [200] * 5 + [429]

    async def test_a_confirmation_link_expires_after_three_days(
        self, client: ApiClient, mailbox: Mailbox, clock: MovableClock
    ) -> None:
        await client.post(URL, json=FORM)
        clock.move(days=4)
        assert (await client.get(find_link_path((await mailbox())[0].text))).status_code == 400

    async def test_unconfirmed_addresses_and_old_mailings_are_deleted(
        self, client: ApiClient, mailbox: Mailbox, runtime: ContentRuntime, clock: MovableClock, db: Session
    ) -> None:
        for name in ("never", "confirmed"):
            await client.post(URL, json=FORM | {"email": f"{name}@example.com"})
        await client.post(find_link_path((await mailbox("confirmed@example.com"))[0].text))
        db.add(Mailing(post_id=new_id(), subscriber_id=new_id(), sent_at=clock()))
        await db.flush()

        async def purge_and_list_rows() -> tuple[set[str], int]:
            async with runtime.database.transaction() as session:
                await purge_subscriptions(session, runtime)
            addresses = set(await db.scalars(select(col(Subscriber.email))))
            mailing_count = len((await db.scalars(select(Mailing))).all())
            return addresses, mailing_count

        clock.move(days=2)
        assert await purge_and_list_rows() == ({"never@example.com", "confirmed@example.com"}, 1)
        clock.move(days=2)
        assert await purge_and_list_rows() == ({"confirmed@example.com"}, 1)
        clock.move(days=30)
        assert await purge_and_list_rows() == ({"confirmed@example.com"}, 0)


async def add_confirmed_subscribers(db: Session, now: datetime, count: int) -> None:
    times: dict[str, Any] = dict.fromkeys(("consent_at", "confirmed_at", "created_at", "updated_at"), now)
    db.add_all(Subscriber(email=f"{number}@example.com", status="confirmed", **times) for number in range(count))
    await db.flush()


class TestSendNewArticles:
    async def test_at_most_one_batch_of_a_newsletter_waits_in_the_mail_queue(
        self, make_post: Factory[Post], mailbox: Mailbox, runtime: ContentRuntime, clock: MovableClock, db: Session
    ) -> None:
        """A longer queue would delay single emails, such as the confirmation of a subscription."""
        await add_confirmed_subscribers(db, clock(), BULK_SEND_THRESHOLD + 5)
        clock.move(minutes=1)
        for title in ("Первая", "Вторая"):
            await make_post(title=title)
        for _ in range(2):
            await send_newsletter(runtime)
            assert len(await mailbox()) == BULK_SEND_THRESHOLD
        await db.execute(update(QueuedEmail).values(sent_at=clock()))
        await send_newsletter(runtime)
        assert len(await mailbox()) == 2 * BULK_SEND_THRESHOLD
        count_of_sent_mailings = select(func.count()).select_from(Mailing).where(col(Mailing.sent_at).is_not(None))
        assert await db.scalar(count_of_sent_mailings) == 2 * BULK_SEND_THRESHOLD

    async def test_thirty_articles_reach_everybody_through_a_slow_mail_server(
        self, make_post: Factory[Post], runtime: ContentRuntime, clock: MovableClock, db: Session
    ) -> None:
        subscriber_count = 7
        article_count = 30
        await add_confirmed_subscribers(db, clock(), subscriber_count)
        clock.move(minutes=1)
        for number in range(article_count):
            await make_post(title=f"Статья {number}")
        # The server accepts one batch every eighteen hours, so the last emails are sent after more than two days.
        for _ in range(6):
            await send_newsletter(runtime)
            clock.move(hours=18)
            await db.execute(update(QueuedEmail).where(col(QueuedEmail.sent_at).is_(None)).values(sent_at=clock()))
        queued_emails = (await db.execute(select(col(QueuedEmail.recipient), col(QueuedEmail.subject)))).all()
        assert len(queued_emails) == subscriber_count * article_count
        assert len(set(queued_emails)) == len(queued_emails)

    async def test_a_subscriber_who_unsubscribes_between_two_batches_gets_no_further_email(
        self, make_post: Factory[Post], mailbox: Mailbox, runtime: ContentRuntime, clock: MovableClock, db: Session
    ) -> None:
        await add_confirmed_subscribers(db, clock(), BULK_SEND_THRESHOLD + 5)
        clock.move(minutes=1)
        await make_post()
        await send_newsletter(runtime)
        await db.execute(update(Subscriber).values(status="unsubscribed"))
        await db.execute(update(QueuedEmail).values(sent_at=clock()))
        await send_newsletter(runtime)
        assert len(await mailbox()) == BULK_SEND_THRESHOLD
        async with runtime.database.transaction() as session:
            await purge_subscriptions(session, runtime)
        assert await db.scalar(select(func.count()).select_from(Mailing)) == BULK_SEND_THRESHOLD


class TestAdminNewsletter:
    async def test_administrator_lists_changes_and_deletes_subscribers(
        self, client: ApiClient, admin: dict[str, str], mailbox: Mailbox
    ) -> None:
        create_answer = await client.post(ADMIN, json={"email": "a@example.com"}, headers=admin)
        item = create_answer.json()["item"]
        assert create_answer.status_code == 201
        assert item["status"] == "pending"
        assert len(await mailbox("a@example.com")) == 1
        listed_body = (await client.get(f"{ADMIN}?status=pending", headers=admin)).json()
        assert listed_body["total"] == 1
        change = {"version": item["version"], "status": "unsubscribed"}
        end_answer = await client.patch(f"{ADMIN}/{item['id']}", json=change, headers=admin)
        assert end_answer.json()["item"]["unsubscribed_at"]
        assert (await client.delete(f"{ADMIN}/{item['id']}", headers=admin)).json() == {"success": True}
