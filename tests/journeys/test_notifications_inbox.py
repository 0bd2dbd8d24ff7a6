"""api.md section 4, the routes of a user's own notifications: inbox, preferences, browsers, emails."""

import base64
import re
import threading
import uuid
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx2
import pytest
from chassis.testing.limits import HANG_SECONDS

from services.notifications.tests.channels.push_service import Browser, verify_signature
from tests.journeys.answers import check_pages, expect_json, expect_problem
from tests.journeys.users import Person, list_emails, sign_up, wait_for

URL = "/api/notifications"
NOBODY = str(uuid.uuid4())
JSON = {"Accept": "application/json"}
PRIORITIES = {"security": "urgent", "payment": "high", "booking": "normal", "system": "low"}


@pytest.fixture(scope="module")
def owner() -> Iterator[Person]:
    """A user whose inbox these tests change; the welcome notification has arrived."""
    person = sign_up()
    with closing(person.http):
        wait_for(lambda: read_inbox(person)["total"])
        yield person


def read_inbox(person: Person, **query: Any) -> dict[str, Any]:
    return expect_json(person.http.get(URL, params=query))


def send_notification(administrator: Person, person: Person, **fields: Any) -> str:
    """Send a message to one user and wait until the campaign is sent. Returns its id."""
    body = {"type": "system", "title": "Новость", "message": "Текст", "audience": {"user_ids": [person.id]}} | fields
    id = expect_json(administrator.http.post(f"{URL}/admin/send", json=body), 202)["campaign"]["id"]

    def is_sent() -> bool:
        campaign = expect_json(administrator.http.get(f"{URL}/admin/campaigns/{id}"))["campaign"]
        return bool(campaign["status"] == "sent")

    wait_for(is_sent)
    return str(id)


@pytest.fixture
def one_of_each_type(administrator: Person, owner: Person) -> None:
    """Fill the owner's inbox with one unread entry of each type in PRIORITIES."""
    expect_json(owner.http.delete(f"{URL}/clear-all"))
    for kind in PRIORITIES:
        send_notification(administrator, owner, type=kind, title=f"Тип {kind}", data={"link": "/dashboard"})


class TestInbox:
    def test_inbox_requires_a_sign_in(self, visitor: httpx2.Client) -> None:
        routes = [
            ("GET", ""),
            ("POST", f"/{NOBODY}/mark-read"),
            ("POST", "/mark-all-read"),
            ("DELETE", f"/{NOBODY}"),
            ("DELETE", "/clear-all"),
            ("POST", "/mark-read"),
            ("POST", "/delete"),
            ("GET", "/preferences"),
            ("PUT", "/preferences"),
            ("GET", "/push-key"),
            ("POST", "/push-subscriptions"),
            ("DELETE", "/push-subscriptions"),
        ]
        for method, path in routes:
            for root in (URL, "/notifications"):
                expect_problem(visitor.request(method, root + path, headers=JSON), 401, "unauthorized")

    def test_path_without_api_serves_the_page_to_browsers(self, visitor: httpx2.Client, owner: Person) -> None:
        page = visitor.get("/notifications", headers={"Accept": "text/html,application/xhtml+xml"})
        assert (page.status_code, page.headers["content-type"].partition(";")[0]) == (200, "text/html")
        assert "Accept" in page.headers["vary"] or "accept" in page.headers["vary"]
        assert expect_json(owner.http.get("/notifications", headers=JSON)).keys() == read_inbox(owner).keys()

    @pytest.mark.usefixtures("one_of_each_type")
    def test_entries_have_the_fields_of_their_type(self, owner: Person) -> None:
        whole = read_inbox(owner)
        assert (whole["total"], whole["unread_count"]) == (4, 4)
        assert [entry["type"] for entry in whole["notifications"]] == list(reversed(PRIORITIES))
        for entry in whole["notifications"]:
            assert entry["user_id"] == owner.id
            assert entry["priority"] == PRIORITIES[entry["type"]]
            assert entry["autoClose"] is (entry["type"] != "security")
            assert (entry["is_read"], entry["read_at"], entry["data"]["link"]) == (False, None, "/dashboard")
        actions = {entry["type"]: [action["label"] for action in entry["actions"]] for entry in whole["notifications"]}
        assert actions == {"booking": ["View"], "payment": ["Details"], "security": ["Check", "Ignore"], "system": []}

    @pytest.mark.usefixtures("one_of_each_type")
    def test_inbox_is_paged_filtered_and_searched(self, owner: Person) -> None:
        check_pages(owner.http, URL, "notifications")
        check_pages(owner.http, "/notifications", "notifications")
        assert read_inbox(owner, type="payment")["total"] == 1
        assert read_inbox(owner, type="nonsense")["total"] == 0
        assert read_inbox(owner, search="тип BOOK")["notifications"][0]["type"] == "booking"
        assert read_inbox(owner, search="%")["total"] == 0
        (security,) = read_inbox(owner, type="security")["notifications"]
        expect_json(owner.http.post(f"{URL}/{security['id']}/mark-read"))
        assert read_inbox(owner, is_read=True)["total"] == 1
        unread = read_inbox(owner, is_read=False)
        assert (unread["total"], unread["unread_count"]) == (3, 3)
        for wrong in ({"is_read": "perhaps"}, {"limit": "x"}, {"offset": 10**30}, {"search": "\0"}):
            expect_problem(owner.http.get(URL, params=wrong), 422, "validation_error", *wrong)

    @pytest.mark.usefixtures("one_of_each_type")
    def test_reading_is_one_way_and_idempotent(self, owner: Person) -> None:
        entry = read_inbox(owner, is_read=False)["notifications"][0]
        first = expect_json(owner.http.post(f"{URL}/{entry['id']}/mark-read"))
        repeated = expect_json(owner.http.post(f"/notifications/{entry['id']}/mark-read"))
        assert first["unread_count"] == 3
        assert repeated["unread_count"] == 3
        assert first["changed"] == 1
        assert repeated["changed"] == 0
        assert repeated["revision"] == first["revision"]
        (now,) = [row for row in read_inbox(owner)["notifications"] if row["id"] == entry["id"]]
        assert now["is_read"]
        assert now["read_at"] is not None

    @pytest.mark.usefixtures("one_of_each_type")
    def test_entries_of_other_users_are_not_found(
        self, administrator: Person, owner: Person, other_user: Person
    ) -> None:
        send_notification(administrator, other_user, title="Чужое")
        entry_of_another_user = next(row for row in read_inbox(other_user)["notifications"] if row["title"] == "Чужое")
        own_entry = read_inbox(owner, is_read=False)["notifications"][0]
        for id in (entry_of_another_user["id"], NOBODY):
            expect_problem(owner.http.post(f"{URL}/{id}/mark-read"), 404, "not_found")
            expect_problem(owner.http.delete(f"{URL}/{id}"), 404, "not_found")
            for action in ("mark-read", "delete"):
                expect_problem(
                    owner.http.post(f"{URL}/{action}", json={"ids": [own_entry["id"], id]}), 404, "not_found"
                )
        expect_problem(owner.http.post(f"{URL}/nonsense/mark-read"), 422, "validation_error", "notification_id")
        assert entry_of_another_user in read_inbox(other_user, search="Чужое")["notifications"]
        assert own_entry in read_inbox(owner, is_read=False)["notifications"], "all of a selection or nothing"

    def test_selection_has_1_to_100_entries(self, administrator: Person, owner: Person) -> None:
        for action in ("mark-read", "delete"):
            for ids in ([], [str(uuid.uuid4()) for _ in range(101)]):
                expect_problem(owner.http.post(f"{URL}/{action}", json={"ids": ids}), 422, "validation_error", "ids")
            expect_problem(owner.http.post(f"{URL}/{action}", json={"ids": ["x"]}), 422, "validation_error", "ids.0")
            broken_answer = owner.http.post(
                f"{URL}/{action}", content=b"{", headers={"Content-Type": "application/json"}
            )
            expect_problem(broken_answer, 400, "malformed_json")
            expect_problem(owner.http.post(f"{URL}/{action}", content=b"ids=1"), 415, "unsupported_type")
        for number in range(2):
            send_notification(administrator, owner, title=f"Выбор {number}")
        ids = [row["id"] for row in read_inbox(owner, search="Выбор")["notifications"]]
        unread = read_inbox(owner)["unread_count"]
        assert expect_json(owner.http.post(f"{URL}/mark-read", json={"ids": ids}))["unread_count"] == unread - 2
        deletion = expect_json(owner.http.post(f"{URL}/delete", json={"ids": ids}))
        assert deletion["changed"] == 2
        assert read_inbox(owner, search="Выбор")["total"] == 0

    @pytest.mark.usefixtures("one_of_each_type")
    def test_all_entries_are_marked_and_deleted_at_once(self, owner: Person) -> None:
        entry = read_inbox(owner)["notifications"][0]
        counts = expect_json(owner.http.delete(f"/notifications/{entry['id']}"))
        assert counts["unread_count"] == read_inbox(owner)["unread_count"]
        expect_problem(owner.http.delete(f"{URL}/{entry['id']}"), 404, "not_found")
        for _ in range(2):
            assert expect_json(owner.http.post(f"{URL}/mark-all-read"))["unread_count"] == 0
        assert expect_json(owner.http.delete(f"{URL}/clear-all"))["unread_count"] == 0
        assert read_inbox(owner)["total"] == 0
        assert expect_json(owner.http.delete(f"{URL}/clear-all"))["changed"] == 0

    def test_cookie_alone_changes_entries_only_from_our_own_page(self, owner: Person) -> None:
        expect_json(owner.http.delete(f"{URL}/clear-all"))
        cookie = {"Cookie": f"session={owner.http.headers['authorization'].removeprefix('Bearer ')}"}
        with httpx2.Client(base_url=owner.http.base_url, headers=cookie, timeout=HANG_SECONDS) as http:
            assert expect_json(http.get(URL))["total"] == 0
            expect_problem(http.post(f"{URL}/mark-all-read"), 403, "csrf")
            expect_problem(http.post(f"{URL}/mark-all-read", headers={"Sec-Fetch-Site": "cross-site"}), 403, "csrf")
            expect_json(http.post(f"{URL}/mark-all-read", headers={"Sec-Fetch-Site": "same-origin"}))


class TestPreferences:
    def test_preferences_are_kept_by_type_channel_and_quiet_hours(self, owner: Person) -> None:
        first = expect_json(owner.http.get(f"{URL}/preferences"))["preferences"]
        kinds = {"booking", "payment", "maintenance", "promotion", "system", "security"}
        assert set(first) == kinds | {"quiet_hours"}
        # Telegram is a channel only where the stack has a bot.
        has_bot = expect_json(owner.http.get(f"{URL}/telegram"))["is_available"]
        channels = {"in_app", "email", "push"} | ({"telegram"} if has_bot else set())
        assert all(set(first[kind]) == channels for kind in kinds)
        assert (first["promotion"]["email"], first["quiet_hours"]) == (False, None)
        quiet = {"from": "22:00", "to": "08:00", "timezone": "Asia/Yekaterinburg"}
        change = {"system": {"push": False}, "quiet_hours": quiet}
        changed_preferences = expect_json(owner.http.put(f"{URL}/preferences", json=change))["preferences"]
        assert changed_preferences == first | {"system": first["system"] | {"push": False}, "quiet_hours": quiet}
        assert expect_json(owner.http.get(f"{URL}/preferences"))["preferences"] == changed_preferences
        expect_json(owner.http.put(f"{URL}/preferences", json={"system": {"push": True}, "quiet_hours": None}))
        assert expect_json(owner.http.get(f"{URL}/preferences"))["preferences"] == first

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"security": {"in_app": False}}, "security.in_app"),
            ({"system": {"email": "perhaps"}}, "system.email"),
            ({"weather": {"email": True}}, "weather"),
            ({"quiet_hours": {"from": "25:00", "to": "08:00"}}, "quiet_hours.from"),
            ({"quiet_hours": {"from": "22:00", "to": "08:00", "timezone": "Mars/Base"}}, "quiet_hours.timezone"),
            ({"quiet_hours": {"from": "08:00", "to": "08:00"}}, "quiet_hours"),
        ],
    )
    def test_invalid_preference_names_the_field(self, owner: Person, change: dict[str, Any], field: str) -> None:
        expect_problem(owner.http.put(f"{URL}/preferences", json=change), 422, "validation_error", field)

    def test_disabled_type_is_not_delivered(self, administrator: Person, owner: Person) -> None:
        expect_json(owner.http.delete(f"{URL}/clear-all"))
        expect_json(owner.http.put(f"{URL}/preferences", json={"booking": {"in_app": False}}))
        send_notification(administrator, owner, type="booking", title="Не придёт")
        send_notification(administrator, owner, type="security", title="Придёт")
        expect_json(owner.http.put(f"{URL}/preferences", json={"booking": {"in_app": True}}))
        assert [row["title"] for row in read_inbox(owner)["notifications"]] == ["Придёт"]


class PushService(ThreadingHTTPServer):
    """A stand-in for a browser's push service: it records requests and answers as configured."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), PushRequestHandler)
        self.received: list[tuple[dict[str, str], bytes]] = []
        self.status = 201

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class PushRequestHandler(BaseHTTPRequestHandler):
    server: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append(({name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(self.server.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Write no log."""


@pytest.fixture
def push_service() -> Iterator[PushService]:
    with PushService() as service:
        threading.Thread(target=service.serve_forever, args=(0.05,), daemon=True).start()
        yield service
        service.shutdown()


class TestPush:
    def test_subscribed_browser_receives_pushes_until_it_is_gone(
        self, owner: Person, other_user: Person, administrator: Person, push_service: PushService
    ) -> None:
        key = expect_json(owner.http.get(f"{URL}/push-key"))["public_key"]
        assert base64.urlsafe_b64decode(key + "=")[0] == 4
        browser = Browser(f"{push_service.address}/send/{uuid.uuid4()}")
        path = f"{URL}/push-subscriptions"
        expect_json(owner.http.post(path, json=browser.subscription))
        send_notification(
            administrator, owner, type="security", title="Срочно 🚗", message="Прочтите", channels=["push"]
        )
        headers, body = wait_for(lambda: push_service.received[:1])[0]
        push = browser.decrypt(body)
        assert (push["title"], push["message"], push["type"]) == ("Срочно 🚗", "Прочтите", "security")
        assert (headers["content-encoding"], headers["urgency"]) == ("aes128gcm", "high")
        assert int(headers["ttl"]) > 0
        signed_by, claims = verify_signature(headers["authorization"])
        assert signed_by == key
        assert claims["aud"] == push_service.address
        subscription = {"endpoint": browser.endpoint}
        expect_problem(other_user.http.request("DELETE", path, json=subscription), 404, "not_found")
        push_service.status = 410
        send_notification(administrator, owner, type="security", channels=["push"])

        def is_subscription_gone() -> bool:
            return bool(owner.http.request("DELETE", path, json=subscription).status_code == 404)

        wait_for(lambda: len(push_service.received) >= 2)
        wait_for(is_subscription_gone)

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"endpoint": "https://10.0.0.1/push"}, "endpoint"),
            ({"endpoint": "https://169.254.169.254/latest"}, "endpoint"),
            ({"endpoint": "nonsense"}, "endpoint"),
            ({"keys": {"p256dh": "AAAA", "auth": "MDEyMzQ1Njc4OWFiY2RlZg"}}, "keys.p256dh"),
            ({"keys": {"p256dh": Browser("").subscription["keys"]["p256dh"], "auth": "AAAA"}}, "keys.auth"),
        ],
    )
    def test_invalid_push_subscriptions_are_refused(self, owner: Person, change: dict[str, Any], field: str) -> None:
        body = Browser("https://203.0.113.7/a").subscription | change
        expect_problem(owner.http.post(f"{URL}/push-subscriptions", json=body), 422, "validation_error", field)

    def test_owner_removes_a_push_subscription(self, owner: Person) -> None:
        browser = Browser("http://127.0.0.1:9/a")
        path = f"{URL}/push-subscriptions"
        for _ in range(2):
            expect_json(owner.http.post(path, json=browser.subscription))
        expect_json(owner.http.request("DELETE", path, json={"endpoint": browser.endpoint}))
        expect_problem(owner.http.request("DELETE", path, json={"endpoint": browser.endpoint}), 404, "not_found")


class TestEmails:
    def test_an_email_unsubscribes_with_one_click(
        self, administrator: Person, owner: Person, visitor: httpx2.Client
    ) -> None:
        title = f"Письмо {uuid.uuid4().hex[:8]}"
        send_notification(administrator, owner, type="maintenance", title=title, channels=["email"])

        def find_emails() -> Any:
            return [message for message in list_emails(owner.email) if message["Subject"] == title]

        (message,) = wait_for(find_emails)
        assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        link = re.search(r"<https?://[^/]+(/[^>]+)>", str(message["List-Unsubscribe"]).replace("\n", ""))
        assert link
        assert message.get_body(("plain",)) is not None
        assert message.get_body(("html",)) is not None
        page = visitor.get(link[1])
        assert page.status_code == 200
        assert "Отписаться" in page.text
        assert expect_json(owner.http.get(f"{URL}/preferences"))["preferences"]["maintenance"]["email"]
        expect_json(visitor.post(link[1], data={"List-Unsubscribe": "One-Click"}))
        assert not expect_json(owner.http.get(f"{URL}/preferences"))["preferences"]["maintenance"]["email"]
        id = send_notification(administrator, owner, type="maintenance", title=title, channels=["email"])
        figures = expect_json(administrator.http.get(f"{URL}/admin/campaigns/{id}"))["campaign"]["stats"]
        assert figures["email"]["recipients"] == 0
        for forged in ("A" * 60, "%00"):
            assert visitor.post(f"{URL}/unsubscribe?token={forged}").status_code in {400, 422}
