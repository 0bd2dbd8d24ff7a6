"""api.md section 4, the administrators' routes: campaigns, figures, texts."""

import uuid
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest

from tests.journeys.answers import call_in_parallel, check_pages, expect_json, expect_problem
from tests.journeys.users import Person, sign_up, wait_for

URL = "/api/notifications"
ADMIN = f"{URL}/admin"
NOBODY = str(uuid.uuid4())


@pytest.fixture(scope="module")
def reader() -> Iterator[Person]:
    """A user who receives messages."""
    person = sign_up()
    with closing(person.http):
        wait_for(lambda: expect_json(person.http.get(URL))["total"])
        yield person


def make_campaign(*people: Person, **fields: Any) -> dict[str, Any]:
    audience = {"user_ids": [person.id for person in people]}
    return {"type": "system", "title": "Новость", "message": "Текст", "audience": audience} | fields


def wait_until_sent(administrator: Person, id: str) -> dict[str, Any]:
    """Wait until the campaign is sent and return it."""

    def read_sent() -> Any:
        campaign = expect_json(administrator.http.get(f"{ADMIN}/campaigns/{id}"))["campaign"]
        return campaign if campaign["status"] == "sent" else None

    campaign: dict[str, Any] = wait_for(read_sent)
    return campaign


class TestRole:
    def test_only_administrators_may_send_and_read_campaigns(self, visitor: httpx2.Client, reader: Person) -> None:
        routes = [
            ("POST", "/send"),
            ("GET", "/campaigns"),
            ("GET", f"/campaigns/{NOBODY}"),
            ("POST", "/audience"),
            ("DELETE", f"/campaigns/{NOBODY}"),
            ("GET", "/stats"),
            ("GET", "/templates"),
            ("POST", "/test"),
            ("PUT", "/templates/auth.user.verified"),
            ("DELETE", "/templates/auth.user.verified"),
            ("GET", "/segments"),
            ("GET", f"/users/{reader.id}/emails"),
        ]
        for method, path in routes:
            expect_problem(visitor.request(method, ADMIN + path), 401, "unauthorized")
            expect_problem(reader.http.request(method, ADMIN + path), 403, "forbidden")


class TestSend:
    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"audience": {}}, "audience"),
            ({"audience": {"all": True, "role": "user"}}, "audience"),
            ({"audience": {"role": "king"}}, "audience.role"),
            ({"audience": {"segment": "nobody"}}, "audience.segment"),
            ({"audience": {"user_ids": []}}, "audience.user_ids"),
            ({"audience": {"user_ids": ["x"]}}, "audience.user_ids.0"),
            ({"type": "weather"}, "type"),
            ({"title": " "}, "title"),
            ({"title": "я" * 201}, "title"),
            ({"message": ""}, "message"),
            ({"message": "я" * 2001}, "message"),
            ({"channels": []}, "channels"),
            ({"channels": ["pigeon"]}, "channels.0"),
            ({"data": {"link": "https://elsewhere.example"}}, "data"),
            ({"data": {"much": "я" * 5000}}, "data"),
            ({"scheduled_at": "2027-01-01T00:00:00"}, "scheduled_at"),
            ({"idempotency_key": ""}, "idempotency_key"),
        ],
    )
    def test_invalid_campaign_names_the_field(
        self, administrator: Person, reader: Person, change: dict[str, Any], field: str
    ) -> None:
        expect_problem(
            administrator.http.post(f"{ADMIN}/send", json=make_campaign(reader, **change)),
            422,
            "validation_error",
            field,
        )

    def test_idempotency_key_creates_one_campaign(self, administrator: Person, reader: Person) -> None:
        key = uuid.uuid4().hex
        title = f"Один раз {uuid.uuid4().hex[:8]}"
        body = make_campaign(reader, title=title, idempotency_key=key, data={"link": "/blog"})
        assert call_in_parallel(*[lambda: administrator.http.post(f"{ADMIN}/send", json=body)] * 3) == [202] * 3
        campaign = expect_json(administrator.http.post(f"{ADMIN}/send", json=body), 202)["campaign"]
        sent_campaign = wait_until_sent(administrator, campaign["id"])
        assert (
            sent_campaign["recipients"],
            sent_campaign["delivered"],
            sent_campaign["read"],
            sent_campaign["failed"],
        ) == (1, 1, 0, 0)
        other = body | {"message": "Другой текст"}
        expect_problem(administrator.http.post(f"{ADMIN}/send", json=other), 409, "idempotency_key_reused")
        (entry,) = expect_json(reader.http.get(URL, params={"search": title}))["notifications"]
        assert entry["data"]["link"] == "/blog"
        expect_json(reader.http.post(f"{URL}/{entry['id']}/mark-read"))
        read_campaign = expect_json(administrator.http.get(f"{ADMIN}/campaigns/{campaign['id']}"))["campaign"]
        assert (
            read_campaign["read"],
            read_campaign["stats"]["in_app"]["read"],
            read_campaign["stats"]["in_app"]["delivered"],
        ) == (1, 1, 1)

    def test_scheduled_campaign_can_be_cancelled(self, administrator: Person) -> None:
        later = (datetime.now(UTC) + timedelta(days=2)).isoformat()
        body = make_campaign(audience={"all": True}, scheduled_at=later)
        campaign = expect_json(administrator.http.post(f"{ADMIN}/send", json=body), 202)["campaign"]
        assert (campaign["status"], campaign["recipients"]) == ("scheduled", 0)
        cancelled_campaign = expect_json(administrator.http.delete(f"{ADMIN}/campaigns/{campaign['id']}"))["campaign"]
        assert cancelled_campaign["status"] == "cancelled"
        expect_problem(administrator.http.delete(f"{ADMIN}/campaigns/{campaign['id']}"), 409, "campaign_is_over")
        expect_problem(administrator.http.delete(f"{ADMIN}/campaigns/{NOBODY}"), 404, "not_found")
        expect_problem(administrator.http.get(f"{ADMIN}/campaigns/{NOBODY}"), 404, "not_found")
        expect_problem(administrator.http.get(f"{ADMIN}/campaigns/x"), 422, "validation_error", "campaign_id")

    def test_campaigns_are_listed_newest_first(self, administrator: Person) -> None:
        scheduled_campaign = make_campaign(
            audience={"all": True}, scheduled_at=(datetime.now(UTC) + timedelta(days=2)).isoformat()
        )
        for _ in range(2):
            new_campaign = expect_json(administrator.http.post(f"{ADMIN}/send", json=scheduled_campaign), 202)[
                "campaign"
            ]
            expect_json(administrator.http.delete(f"{ADMIN}/campaigns/{new_campaign['id']}"))
        check_pages(administrator.http, f"{ADMIN}/campaigns", "campaigns")
        listed_campaigns = expect_json(administrator.http.get(f"{ADMIN}/campaigns", params={"status": "cancelled"}))[
            "campaigns"
        ]
        assert new_campaign["id"] in {campaign["id"] for campaign in listed_campaigns}
        assert {campaign["status"] for campaign in listed_campaigns} == {"cancelled"}
        expect_problem(
            administrator.http.get(f"{ADMIN}/campaigns", params={"status": "x"}), 422, "validation_error", "status"
        )

    def test_preview_counts_the_audience_and_trial_message_is_sent(self, administrator: Person, reader: Person) -> None:
        def preview_audience(audience: dict[str, Any], **fields: Any) -> dict[str, Any]:
            body = {"audience": audience} | fields
            return expect_json(administrator.http.post(f"{ADMIN}/audience", json=body))

        def everybody_includes_each_group() -> bool:
            """Return False if the numbers differ: another journey may have changed accounts between the requests."""
            roles = [preview_audience({"role": role})["recipients"] for role in ("user", "admin")]
            segments = expect_json(administrator.http.get(f"{ADMIN}/segments"))["items"]
            size_of_everybody = preview_audience({"all": True})["recipients"]
            return sum(roles) <= size_of_everybody and all(
                segment["recipients"] <= size_of_everybody for segment in segments
            )

        wait_for(everybody_includes_each_group)
        audience = preview_audience({"user_ids": [reader.id, NOBODY]}, type="promotion")
        assert audience["recipients"] == 1
        assert audience["channels"] == {"in_app": 1, "email": 0, "push": 0}
        assert audience["sample"] == ["Вера Ильина"]
        title = f"Проба {uuid.uuid4().hex[:8]}"
        trial_message = {"type": "system", "title": title, "message": "Здравствуйте, {first_name}!"}
        entry = expect_json(administrator.http.post(f"{ADMIN}/test", json=trial_message))["notification"]
        assert "{" not in entry["message"]
        assert expect_json(administrator.http.get(URL, params={"search": title}))["total"] == 1
        assert expect_json(reader.http.get(URL, params={"search": title}))["total"] == 0

    @pytest.mark.usefixtures("reader")
    def test_statistics_count_sent_messages_by_channel(self, administrator: Person) -> None:
        stats = expect_json(administrator.http.get(f"{ADMIN}/stats"))
        assert {"live_connections", "sent_per_hour", "backlog", "replicas", "people_online"} <= set(stats)
        assert stats["sent_per_hour"] > 0
        assert {"in_app", "email", "push"} <= set(stats["channels"])


class TestCustomerEmails:
    def test_sent_emails_of_a_customer_are_listed_with_campaign_and_order(
        self, administrator: Person, reader: Person
    ) -> None:
        title = f"Важное {uuid.uuid4().hex[:8]}"
        body = make_campaign(reader, title=title, channels=["email"])
        expect_json(administrator.http.post(f"{ADMIN}/send", json=body), 202)
        order = {"user_id": reader.id, "title": f"Audi A6 {title}", "price_rub": 3_000_000}
        opened_item = expect_json(administrator.http.post("/api/content/admin/orders", json=order), 201)["item"]
        path = f"{ADMIN}/users/{reader.id}/emails"

        def read_sent() -> Any:
            items = expect_json(administrator.http.get(path))["items"]
            campaign = next((item for item in items if item["title"] == title), None)
            order_email = next((item for item in items if item["order_id"] == opened_item["id"]), None)
            is_sent = campaign and order_email and campaign["state"] == order_email["state"] == "sent"
            return (campaign, order_email) if is_sent else None

        campaign, order_email = wait_for(read_sent)
        assert (campaign["is_campaign"], order_email["is_campaign"]) == (True, False)
        assert opened_item["number"] in order_email["title"]
        check_pages(administrator.http, path, "items")
        answer = expect_json(administrator.http.get(path, params={"limit": 1}))
        assert (len(answer["items"]), answer["refused_types"]) == (1, ["promotion"])

    def test_an_unknown_customer_has_no_emails_and_a_wrong_id_is_refused(self, administrator: Person) -> None:
        answer = expect_json(administrator.http.get(f"{ADMIN}/users/{NOBODY}/emails"))
        assert (answer["items"], answer["total"]) == ([], 0)
        expect_problem(administrator.http.get(f"{ADMIN}/users/x/emails"), 422, "validation_error", "user_id")


class TestTemplates:
    KEY = "content.contact.received"

    def test_edited_template_is_used_in_notifications(self, administrator: Person, visitor: httpx2.Client) -> None:
        items = expect_json(administrator.http.get(f"{ADMIN}/templates"))["items"]
        before = next(item for item in items if item["key"] == self.KEY)
        assert before["variables"] == ["reference", "name", "subject", "due_at"]
        mark = uuid.uuid4().hex[:8]
        wording = {"title": f"{mark} {{reference}}", "message": "{name} спрашивает: {subject}"}
        path = f"{ADMIN}/templates/{self.KEY}"
        try:
            item = expect_json(administrator.http.put(path, json=wording))["item"]
            assert (item["title"], item["is_changed"]) == (wording["title"], True)
            contact = {
                "name": "Пётр",
                "phone": "+7 495 000-00-00",
                "email": "petr@example.com",
                "subject": "calculation",
                "message": f"Вопрос {mark}",
                "consent": True,
            }
            expect_json(visitor.post("/api/contact", json=contact), 201)

            def find_notifications() -> Any:
                return expect_json(administrator.http.get(URL, params={"search": mark}))["notifications"]

            (entry,) = wait_for(find_notifications)
            assert entry["message"] == "Пётр спрашивает: Расчёт стоимости"
        finally:
            default_template = expect_json(administrator.http.delete(path))["item"]
        assert (default_template["title"], default_template["is_changed"]) == (before["title"], False)

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"title": "{password}"}, "title"),
            ({"message": "{name.__class__}"}, "message"),
            ({"message": "{name!r}"}, "message"),
            ({"message": "{name"}, "message"),
            ({"title": ""}, "title"),
        ],
    )
    def test_unknown_variables_in_a_template_are_refused(
        self, administrator: Person, change: dict[str, str], field: str
    ) -> None:
        wording = {"title": "Обращение", "message": "{name}"} | change
        expect_problem(
            administrator.http.put(f"{ADMIN}/templates/{self.KEY}", json=wording), 422, "validation_error", field
        )

    def test_unknown_templates_are_404(self, administrator: Person) -> None:
        wording = {"title": "Обращение", "message": "Текст"}
        expect_problem(administrator.http.put(f"{ADMIN}/templates/nonsense", json=wording), 404, "not_found")
        expect_problem(administrator.http.delete(f"{ADMIN}/templates/nonsense"), 404, "not_found")
