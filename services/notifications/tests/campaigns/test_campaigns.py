"""Campaigns: one message to many users."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader, Mailbox
from chassis.testing.plugin import MovableClock, wait_for
from contracts.notifications import CampaignSent
from notifications.channels.tables import Delivery
from notifications.runtime import NotificationsRuntime, Session

from services.notifications.tests.fixture_types import EntryFactory, InboxReader, StreamOpener, UserFactory

URL = "/api/notifications/admin"
AUTHOR_ID = new_id()
SendFunction = Callable[..., Awaitable[Any]]
WaitFunction = Callable[..., Awaitable[Any]]


@pytest.fixture
def admin_headers(build_auth_headers: AuthHeadersBuilder) -> dict[str, str]:
    headers: dict[str, str] = build_auth_headers(id=AUTHOR_ID, role="admin")
    return headers


@pytest.fixture
def send(client: ApiClient, build_auth_headers: AuthHeadersBuilder) -> Callable[..., Awaitable[Any]]:
    """Send a campaign: `await send({"all": True}, title="...")`."""

    async def post(audience: dict[str, Any], **fields: Any) -> Any:
        body = {"audience": audience, "type": "system", "title": "Новость", "message": "Текст"} | fields
        # The token is created for each call, because some tests let hours pass.
        return await client.post(f"{URL}/send", json=body, headers=build_auth_headers(id=AUTHOR_ID, role="admin"))

    return post


@pytest.fixture
def wait_for_status(client: ApiClient, build_auth_headers: AuthHeadersBuilder) -> Callable[..., Awaitable[Any]]:
    """Wait until a campaign has a status, by default `sent`, and return it with its figures."""

    async def wait(answer: Any, status: str = "sent") -> Any:
        id = answer.json()["campaign"]["id"]

        async def find_campaign() -> Any:
            headers = build_auth_headers(id=AUTHOR_ID, role="admin")
            campaign = (await client.get(f"{URL}/campaigns/{id}", headers=headers)).json()["campaign"]
            return campaign if campaign["status"] == status else None

        return await wait_for(find_campaign)

    return wait


class TestSend:
    async def test_every_user_gets_the_message_once_and_live(
        self,
        send: SendFunction,
        wait_for_status: WaitFunction,
        make_user: UserFactory,
        read_inbox: InboxReader,
        listen: StreamOpener,
        read_events: EventReader,
    ) -> None:
        user_ids = [await make_user() for _ in range(7)]
        await make_user(is_blocked=True)
        await make_user(is_verified=False)
        stream = await listen(user_ids[3])
        answer = await send({"all": True}, data={"link": "/services"}, title="Привет, {first_name}")
        assert answer.status_code == 202
        assert answer.json()["success"] is True
        campaign = await wait_for_status(answer)
        assert (campaign["recipients"], campaign["delivered"], campaign["failed"]) == (7, 7, 0)
        for user_id in user_ids:
            (entry,) = (await read_inbox(user_id))["notifications"]
            assert (entry["title"], entry["data"]) == ("Привет, Анна", {"link": "/services"})
        assert (await stream.wait_for("notification"))[0]["notification"]["title"] == "Привет, Анна"
        (event,) = await read_events(CampaignSent)
        assert (str(event.campaign_id), event.recipients) == (campaign["id"], 7)

    async def test_no_recipient_is_missed_between_batches(
        self,
        send: SendFunction,
        wait_for_status: WaitFunction,
        make_user: UserFactory,
        runtime: NotificationsRuntime,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(runtime, "settings", runtime.settings.model_copy(update={"campaign_batch": 3}))
        for _ in range(10):
            await make_user()
        campaign = await wait_for_status(await send({"all": True}))
        assert (campaign["recipients"], campaign["delivered"]) == (10, 10)

    async def test_each_audience_reaches_its_users(
        self,
        send: SendFunction,
        wait_for_status: WaitFunction,
        make_user: UserFactory,
        read_inbox: InboxReader,
    ) -> None:
        staff = await make_user(role="staff")
        buyer = await make_user(is_buyer=True)
        plain_user = await make_user()
        for audience, expected in [
            ({"role": "staff"}, {staff}),
            ({"role": "user"}, {buyer, plain_user}),
            ({"user_ids": [str(plain_user), str(new_id())]}, {plain_user}),
            ({"segment": "buyers"}, {buyer}),
            ({"segment": "newcomers"}, {staff, buyer, plain_user}),
        ]:
            # Braces are only for variables.
            title = str(audience).strip("{}")
            await wait_for_status(await send(audience, title=title))
            reached_users = set()
            for user in (staff, buyer, plain_user):
                titles = [entry["title"] for entry in (await read_inbox(user))["notifications"]]
                if title in titles:
                    reached_users.add(user)
            assert reached_users == expected, audience

    async def test_repeated_idempotency_key_sends_one_campaign(
        self,
        send: SendFunction,
        wait_for_status: WaitFunction,
        make_user: UserFactory,
        read_inbox: InboxReader,
    ) -> None:
        user_id = await make_user()
        answers = [await send({"all": True}, idempotency_key="k1") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [202] * 3
        assert len({answer.json()["campaign"]["id"] for answer in answers}) == 1
        await wait_for_status(answers[0])
        assert (await read_inbox(user_id))["total"] == 1
        refusal = await send({"all": True}, idempotency_key="k1", title="Другое")
        assert (refusal.status_code, refusal.json()["code"]) == (409, "idempotency_key_reused")

    async def test_preferences_apply_except_to_security_messages(
        self,
        send: SendFunction,
        wait_for_status: WaitFunction,
        make_user: UserFactory,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        read_inbox: InboxReader,
    ) -> None:
        user_id = await make_user()
        choices = {"promotion": {"in_app": False}, "security": {"email": False}}
        await client.put("/api/notifications/preferences", json=choices, headers=build_auth_headers(id=user_id))
        campaign = await wait_for_status(await send({"all": True}, type="promotion"))
        assert (campaign["recipients"], campaign["delivered"]) == (1, 0)
        await wait_for_status(await send({"all": True}, type="security"))
        assert [entry["type"] for entry in (await read_inbox(user_id))["notifications"]] == ["security"]

    async def test_security_messages_ignore_preferences_on_every_channel(
        self,
        send: SendFunction,
        wait_for_status: WaitFunction,
        make_user: UserFactory,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        mailbox: Mailbox,
        admin_headers: dict[str, str],
    ) -> None:
        user_id = await make_user(email="off@example.com")
        choices = {"security": {"email": False, "push": False}}
        await client.put("/api/notifications/preferences", json=choices, headers=build_auth_headers(id=user_id))
        audience = {"audience": {"all": True}, "type": "security", "channels": ["email"]}
        preview = (await client.post(f"{URL}/audience", json=audience, headers=admin_headers)).json()
        assert preview["channels"] == {"email": 1}
        campaign = await wait_for_status(
            await send({"all": True}, type="security", channels=["email"], title="Смените пароль")
        )
        assert campaign["recipients"] == 1

        async def is_sent() -> bool:
            return [email.subject for email in await mailbox("off@example.com")] == ["Смените пароль"]

        await wait_for(is_sent)

    @pytest.mark.parametrize(
        "wrong_fields",
        [
            {"title": ""},
            {"title": "я" * 201},
            {"title": "\x00"},
            {"message": "  "},
            {"message": "я" * 2001},
            {"type": "weather"},
            {"channels": []},
            {"channels": ["pigeon"]},
            {"audience": {}},
            {"audience": {"all": False}},
            {"audience": {"all": 1}},
            {"audience": {"all": True, "role": "user"}},
            {"audience": {"role": "king"}},
            {"audience": {"user_ids": []}},
            {"audience": {"user_ids": ["x"]}},
            {"audience": {"segment": "martians"}},
            {"scheduled_at": "2026-11-20T10:00:00"},
            {"scheduled_at": "tomorrow"},
            {"scheduled_at": "0001-01-01T00:00:00+14:00"},
            {"scheduled_at": "9999-12-31T23:59:59-12:00"},
            {"data": {"link": "https://evil.example"}},
            {"data": {"link": "//evil.example"}},
            {"data": {"link": "/\t/evil.example"}},
            {"data": {"x": "я" * 5000}},
            {"data": {"x": "\x00"}},
            {"idempotency_key": ""},
        ],
    )
    async def test_invalid_campaign_is_422(
        self, client: ApiClient, admin_headers: dict[str, str], wrong_fields: dict[str, Any]
    ) -> None:
        body = {"audience": {"all": True}, "type": "system", "title": "а", "message": "б"} | wrong_fields
        answer = await client.post(f"{URL}/send", json=body, headers=admin_headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "validation_error")

    async def test_an_infinite_number_in_the_data_is_422(
        self, client: ApiClient, admin_headers: dict[str, str]
    ) -> None:
        body = '{"audience": {"all": true}, "type": "system", "title": "а", "message": "б", "data": {"x": 1e999}}'
        answer = await client.post(
            f"{URL}/send", content=body, headers=admin_headers | {"Content-Type": "application/json"}
        )
        assert (answer.status_code, answer.json()["code"]) == (422, "validation_error")

    async def test_only_administrators_read_campaigns_and_statistics(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        for path in ("campaigns", "stats", "templates", "segments"):
            for role in ("user", "staff"):
                refusal = await client.get(f"{URL}/{path}", headers=build_auth_headers(role=role))
                assert (refusal.status_code, refusal.json()["code"]) == (403, "forbidden")
            assert (await client.get(f"{URL}/{path}")).status_code == 401


class TestSchedule:
    async def test_scheduled_campaign_waits_for_its_time(
        self,
        send: SendFunction,
        wait_for_status: WaitFunction,
        make_user: UserFactory,
        read_inbox: InboxReader,
        clock: MovableClock,
        runtime: NotificationsRuntime,
    ) -> None:
        user_id = await make_user()
        later_time = (runtime.now() + timedelta(hours=2)).isoformat()
        answer = await send({"all": True}, scheduled_at=later_time)
        assert answer.json()["campaign"]["status"] == "scheduled"
        clock.move(hours=1)
        await wait_for_status(await send({"all": True}, title="Раньше"))
        assert [entry["title"] for entry in (await read_inbox(user_id))["notifications"]] == ["Раньше"]
        clock.move(hours=1, minutes=1)
        await wait_for_status(answer)

    async def test_cancelled_campaign_is_never_sent(
        self,
        send: SendFunction,
        client: ApiClient,
        admin_headers: dict[str, str],
        make_user: UserFactory,
        read_inbox: InboxReader,
        clock: MovableClock,
        runtime: NotificationsRuntime,
        wait_for_status: WaitFunction,
    ) -> None:
        user_id = await make_user()
        later_time = (runtime.now() + timedelta(minutes=5)).isoformat()
        id = (await send({"all": True}, scheduled_at=later_time)).json()["campaign"]["id"]
        cancel_answer = await client.delete(f"{URL}/campaigns/{id}", headers=admin_headers)
        cancelled_campaign = cancel_answer.json()["campaign"]
        assert (cancelled_campaign["status"], cancelled_campaign["has_failed"]) == ("cancelled", False)
        repeated_answer = await client.delete(f"{URL}/campaigns/{id}", headers=admin_headers)
        assert (repeated_answer.status_code, repeated_answer.json()["code"]) == (409, "campaign_is_over")
        clock.move(minutes=6)
        await wait_for_status(await send({"all": True}, title="После"))
        assert [entry["title"] for entry in (await read_inbox(user_id))["notifications"]] == ["После"]

    async def test_campaign_waits_for_the_undo_window(
        self,
        send: SendFunction,
        runtime: NotificationsRuntime,
        monkeypatch: pytest.MonkeyPatch,
        clock: MovableClock,
    ) -> None:
        changed_settings = runtime.settings.model_copy(update={"campaign_undo_seconds": 30})
        monkeypatch.setattr(runtime, "settings", changed_settings)
        clock.freeze(runtime.now())
        campaign = (await send({"all": True})).json()["campaign"]
        assert campaign["status"] == "scheduled"
        assert campaign["scheduled_at"] > campaign["created_at"]

    async def test_unknown_campaign_is_404(self, client: ApiClient, admin_headers: dict[str, str]) -> None:
        for method in ("get", "delete"):
            answer = await client.request(method, f"{URL}/campaigns/{new_id()}", headers=admin_headers)
            assert answer.status_code == 404


class TestFiguresAndPreviews:
    async def test_read_messages_stay_counted_after_their_deletion(
        self,
        send: SendFunction,
        wait_for_status: WaitFunction,
        make_user: UserFactory,
        client: ApiClient,
        admin_headers: dict[str, str],
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        user_ids = [await make_user() for _ in range(3)]
        answer = await send({"all": True})
        await wait_for_status(answer)
        for user_id in user_ids[:2]:
            await client.post("/api/notifications/mark-all-read", headers=build_auth_headers(id=user_id))
            await client.delete("/api/notifications/clear-all", headers=build_auth_headers(id=user_id))
        page = (await client.get(f"{URL}/campaigns?limit=5", headers=admin_headers)).json()
        (campaign,) = page["campaigns"]
        assert page["total"] == 1
        assert (campaign["recipients"], campaign["delivered"], campaign["read"]) == (3, 3, 2)
        assert campaign["stats"]["in_app"] == {"recipients": 3, "queued": 0, "delivered": 3, "read": 2, "failed": 0}

    async def test_a_message_that_was_cancelled_with_its_campaign_is_no_error(
        self,
        send: SendFunction,
        make_user: UserFactory,
        client: ApiClient,
        admin_headers: dict[str, str],
        db: Session,
        runtime: NotificationsRuntime,
    ) -> None:
        now = runtime.now()
        later_time = (now + timedelta(minutes=5)).isoformat()
        id = (await send({"all": True}, channels=["email"], scheduled_at=later_time)).json()["campaign"]["id"]
        times = {"created_at": now, "due_at": now}
        fields: dict[str, Any] = {"channel": "email", "type": "system", "campaign_id": id, "state": "queued"} | times
        db.add(Delivery(user_id=await make_user(), source_id=new_id(), **fields))
        await db.flush()
        campaign = (await client.delete(f"{URL}/campaigns/{id}", headers=admin_headers)).json()["campaign"]
        assert (campaign["failed"], campaign["stats"]["email"]["failed"]) == (0, 0)

    async def test_campaigns_are_found_by_title_and_sorted(
        self, send: SendFunction, client: ApiClient, admin_headers: dict[str, str], make_user: UserFactory
    ) -> None:
        await make_user()
        for title in ("Вторая", "Первая"):
            await send({"all": True}, title=title)

        async def list_titles(query: str) -> list[str]:
            page = (await client.get(f"{URL}/campaigns?{query}", headers=admin_headers)).json()
            return [campaign["title"] for campaign in page["campaigns"]]

        assert await list_titles("") == ["Первая", "Вторая"]
        assert await list_titles("sort=-title") == ["Первая", "Вторая"]
        assert await list_titles("sort=title") == await list_titles("sort=scheduled_at") == ["Вторая", "Первая"]
        assert await list_titles("search=ВТОР") == ["Вторая"]
        assert (await client.get(f"{URL}/campaigns?sort=up", headers=admin_headers)).status_code == 422

    async def test_preview_counts_recipients_by_channel(
        self,
        client: ApiClient,
        admin_headers: dict[str, str],
        make_user: UserFactory,
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        user_id = await make_user()
        await make_user(marketing=True)
        choices = {"promotion": {"in_app": False}}
        await client.put("/api/notifications/preferences", json=choices, headers=build_auth_headers(id=user_id))
        body = {"audience": {"all": True}, "type": "promotion"}
        preview = (await client.post(f"{URL}/audience", json=body, headers=admin_headers)).json()
        assert preview["recipients"] == 2
        assert preview["channels"] == {"in_app": 1, "email": 1, "push": 0}
        assert preview["sample"] == ["Анна Орлова"] * 2

    async def test_trial_message_reaches_its_sender_only(
        self, client: ApiClient, make_user: UserFactory, build_auth_headers: AuthHeadersBuilder, read_inbox: InboxReader
    ) -> None:
        user_id = await make_user(role="admin")
        other_user = await make_user()
        body = {"type": "booking", "title": "{first_name}, проба", "message": "Текст"}
        answer = await client.post(f"{URL}/test", json=body, headers=build_auth_headers(id=user_id, role="admin"))
        assert answer.json()["notification"]["title"] == "Анна, проба"
        assert [(await read_inbox(user))["total"] for user in (user_id, other_user)] == [1, 0]

    async def test_statistics_and_segments_count_streams_and_users(
        self,
        client: ApiClient,
        admin_headers: dict[str, str],
        make_user: UserFactory,
        listen: StreamOpener,
        add_entry: EntryFactory,
        build_auth_headers: AuthHeadersBuilder,
    ) -> None:
        user_id = await make_user(is_buyer=True)
        await add_entry(user_id)
        await client.delete("/api/notifications/clear-all", headers=build_auth_headers(id=user_id))
        await listen(user_id)
        await listen(user_id)
        stats = (await client.get(f"{URL}/stats", headers=admin_headers)).json()
        assert (stats["live_connections"], stats["people_online"], stats["replicas"]) == (2, 1, 1)
        assert (stats["sent_per_hour"], stats["backlog"]) == (1, 0)
        segments = (await client.get(f"{URL}/segments", headers=admin_headers)).json()["items"]
        assert {item["key"]: item["recipients"] for item in segments}["buyers"] == 1


@pytest.mark.parametrize(
    "text",
    [
        "{firstname}, привет",
        "Скидка до {date}",
        "{first_name, привет",
        "first_name}",
        "{{first_name}}",
        "{first_name!r}",
    ],
)
async def test_the_refusal_of_a_campaign_with_wrong_variables_names_the_valid_ones(
    send: SendFunction, client: ApiClient, admin_headers: dict[str, str], text: str
) -> None:
    for field in ("title", "message"):
        body = {"type": "system", "title": "Новость", "message": "Текст"} | {field: text}
        answers = [
            await send({"all": True}, **{field: text}),
            await client.post(f"{URL}/test", json=body, headers=admin_headers),
        ]
        for answer in answers:
            assert answer.status_code == 422, answer.text
            (error,) = answer.json()["errors"]
            assert error["field"] == field
            assert error["message"].endswith("Доступны: {first_name}, {last_name}")
    assert (await client.get(f"{URL}/campaigns", headers=admin_headers)).json()["total"] == 0


async def test_sending_and_cancelling_are_in_the_audit_log(
    send: SendFunction, client: ApiClient, admin_headers: dict[str, str]
) -> None:
    later_time = "2046-11-24T09:00:00Z"
    campaign = (await send({"all": True}, title="Зимние шины", scheduled_at=later_time)).json()["campaign"]
    assert (await client.delete(f"{URL}/campaigns/{campaign['id']}", headers=admin_headers)).status_code == 200
    log = (await client.get(f"{URL}/audit?entity=campaign", headers=admin_headers)).json()["items"]
    cancel_entry, send_entry = [entry for entry in log if entry["entity_id"] == campaign["id"]]
    assert cancel_entry["action"] == "cancel"
    assert send_entry["action"] == "send"
    assert (send_entry["actor_id"], send_entry["changes"]["title"]) == (str(AUTHOR_ID), "Зимние шины")
    assert send_entry["changes"]["audience"] == {"all": True}


async def test_administrators_are_notified_that_a_scheduled_campaign_is_sent(
    send: SendFunction,
    make_user: UserFactory,
    read_inbox: InboxReader,
    clock: MovableClock,
    read_events: EventReader,
) -> None:
    await make_user(id=AUTHOR_ID, role="admin")
    user = await make_user()
    audience = {"user_ids": [str(user)]}
    assert (await send(audience, title="Сразу")).status_code == 202
    await wait_for(lambda: read_events(CampaignSent))
    scheduled_at = (clock() + timedelta(minutes=5)).isoformat()
    assert (await send(audience, title="Зимние шины", scheduled_at=scheduled_at)).status_code == 202
    clock.move(minutes=6)

    async def read_titles() -> list[str]:
        return [entry["title"] for entry in (await read_inbox(AUTHOR_ID))["notifications"]]

    assert await wait_for(read_titles) == ["Рассылка «Зимние шины» отправлена"]
