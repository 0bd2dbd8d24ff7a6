"""Linking a chat to a user, and the end of the link."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader
from chassis.testing.plugin import MovableClock
from contracts.notifications import TelegramLinked, TelegramUnlinked
from notifications.channels.tables import TelegramChat
from notifications.channels.telegram import TelegramQueue
from notifications.channels.telegram_texts import ANSWERS
from notifications.runtime import Session
from notifications.telegram.tables import TelegramLinkToken
from sqlalchemy import select
from sqlmodel import col

from services.notifications.tests.fixture_types import UserFactory
from tests.standins.telegram_bot import BOT_NAME, BotState

URL = "/api/notifications/telegram"
CHAT = 700_100_200
PollFunction = Callable[[], Awaitable[None]]
LinkFunction = Callable[..., Awaitable[None]]


class TestWithoutABot:
    async def test_without_a_bot_telegram_is_not_offered_and_its_routes_are_404(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_user: UserFactory, no_bot: None
    ) -> None:
        headers = build_auth_headers(id=await make_user())
        state = (await client.get(URL, headers=headers)).json()
        assert state == {"success": True, "is_available": False, "bot_name": None, "account": None}
        assert (await client.post(f"{URL}/link", headers=headers)).status_code == 404
        assert (await client.delete(URL, headers=headers)).status_code == 404
        assert (await client.post(f"{URL}/updates", json={"update_id": 1})).status_code == 404
        preferences = (await client.get("/api/notifications/preferences", headers=headers)).json()["preferences"]
        assert all("telegram" not in preferences[kind] for kind in preferences if kind != "quiet_hours")


class TestLinking:
    async def test_a_link_works_once_and_the_site_shows_the_name_of_the_account(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: UserFactory,
        bot: BotState,
        poll: PollFunction,
        db: Session,
        read_events: EventReader,
    ) -> None:
        user_id = await make_user()
        headers = build_auth_headers(id=user_id)
        link_answer = (await client.post(f"{URL}/link", headers=headers)).json()
        address, _, token = link_answer["url"].partition("?start=")
        assert address == f"https://t.me/{BOT_NAME}"
        assert 1 <= len(token) <= 64
        lifetime = datetime.fromisoformat(link_answer["expires_at"]) - datetime.fromisoformat(link_answer["now"])
        assert lifetime == timedelta(minutes=15)
        stored_hash = await db.scalar(select(col(TelegramLinkToken.token_hash)))
        assert stored_hash is not None
        assert token not in stored_hash
        bot.write(CHAT, f"/start {token}")
        await poll()
        state = (await client.get(URL, headers=headers)).json()
        assert state["is_available"] is True
        assert state["bot_name"] == BOT_NAME
        assert state["account"]["name"] == "Анна Орлова (@anna)"
        assert bot.messages[0]["text"] == ANSWERS.linked.format(name="Анна")
        assert await read_events(TelegramLinked) == [
            TelegramLinked(user_id=user_id, account_name="Анна Орлова (@anna)")
        ]
        bot.write(CHAT + 1, f"/start {token}")
        await poll()
        assert bot.messages[1]["text"] == ANSWERS.link_invalid.format(minutes=15)
        assert bot.messages[1]["chat_id"] == CHAT + 1
        assert (await client.get(URL, headers=headers)).json()["account"] == state["account"]

    async def test_a_link_expires_after_fifteen_minutes(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: UserFactory,
        bot: BotState,
        poll: PollFunction,
        clock: MovableClock,
    ) -> None:
        user_id = await make_user()
        link_answer = (await client.post(f"{URL}/link", headers=build_auth_headers(id=user_id))).json()
        clock.move(minutes=15, seconds=1)
        bot.write(CHAT, f"/start {link_answer['url'].partition('?start=')[2]}")
        await poll()
        assert bot.messages[0]["text"] == ANSWERS.link_invalid.format(minutes=15)
        assert (await client.get(URL, headers=build_auth_headers(id=user_id))).json()["account"] is None

    async def test_a_new_link_ends_the_one_before(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: UserFactory,
        bot: BotState,
        poll: PollFunction,
    ) -> None:
        headers = build_auth_headers(id=await make_user())
        first_link = (await client.post(f"{URL}/link", headers=headers)).json()
        await client.post(f"{URL}/link", headers=headers)
        bot.write(CHAT, f"/start {first_link['url'].partition('?start=')[2]}")
        await poll()
        assert (await client.get(URL, headers=headers)).json()["account"] is None

    async def test_a_user_creates_at_most_twenty_links_an_hour(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_user: UserFactory, queue: TelegramQueue
    ) -> None:
        headers = build_auth_headers(id=await make_user())
        for _ in range(20):
            assert (await client.post(f"{URL}/link", headers=headers)).status_code == 201
        refusal = await client.post(f"{URL}/link", headers=headers)
        assert (refusal.status_code, refusal.json()["code"]) == (429, "rate_limited")

    async def test_a_chat_has_one_account_and_the_other_is_notified(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: UserFactory,
        link: LinkFunction,
        read_events: EventReader,
    ) -> None:
        first_user = await make_user()
        second_user = await make_user()
        await link(first_user, CHAT)
        await link(second_user, CHAT)
        assert (await client.get(URL, headers=build_auth_headers(id=first_user))).json()["account"] is None
        assert (await client.get(URL, headers=build_auth_headers(id=second_user))).json()["account"] is not None
        assert await read_events(TelegramUnlinked) == [TelegramUnlinked(user_id=first_user, reason="moved")]

    async def test_another_chat_of_the_same_user_replaces_the_first(
        self, make_user: UserFactory, link: LinkFunction, db: Session, read_events: EventReader
    ) -> None:
        user_id = await make_user()
        await link(user_id, CHAT)
        await link(user_id, CHAT + 1)
        assert list(await db.scalars(select(col(TelegramChat.chat_id)))) == [CHAT + 1]
        assert await read_events(TelegramUnlinked) == []

    async def test_a_group_cannot_be_linked(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: UserFactory,
        link: LinkFunction,
        bot: BotState,
    ) -> None:
        user_id = await make_user()
        await link(user_id, -100, chat={"id": -100, "type": "group"})
        assert (await client.get(URL, headers=build_auth_headers(id=user_id))).json()["account"] is None
        assert bot.messages == []


class TestEnd:
    async def test_user_ends_the_link_on_the_site(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: UserFactory,
        link: LinkFunction,
        read_events: EventReader,
    ) -> None:
        user_id = await make_user()
        await link(user_id, CHAT)
        assert (await client.delete(URL, headers=build_auth_headers(id=user_id))).json() == {"success": True}
        assert (await client.get(URL, headers=build_auth_headers(id=user_id))).json()["account"] is None
        assert (await client.delete(URL, headers=build_auth_headers(id=user_id))).status_code == 404
        assert await read_events(TelegramUnlinked) == []

    async def test_stop_in_the_chat_ends_the_link(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_user: UserFactory,
        link: LinkFunction,
        bot: BotState,
        poll: PollFunction,
        clock: MovableClock,
    ) -> None:
        user_id = await make_user()
        await link(user_id, CHAT)
        bot.write(CHAT, "/stop")
        await poll()
        assert bot.messages[-1]["text"] == ANSWERS.stopped
        assert (await client.get(URL, headers=build_auth_headers(id=user_id))).json()["account"] is None
        # A chat without a link gets one answer in each pause.
        clock.move(seconds=2)
        bot.write(CHAT, "/stop")
        await poll()
        assert bot.messages[-1]["text"] == ANSWERS.not_linked

    async def test_a_user_who_blocks_the_bot_is_unlinked_and_notified(
        self,
        make_user: UserFactory,
        link: LinkFunction,
        bot: BotState,
        poll: PollFunction,
        db: Session,
        read_events: EventReader,
    ) -> None:
        user_id = await make_user()
        await link(user_id, CHAT)
        chat = {"id": CHAT, "type": "private"}
        bot.add_update({"my_chat_member": {"chat": chat, "new_chat_member": {"status": "kicked"}}})
        await poll()
        assert await db.scalar(select(TelegramChat)) is None
        assert await read_events(TelegramUnlinked) == [TelegramUnlinked(user_id=user_id, reason="blocked")]


async def test_someone_else_sees_nothing_of_the_link(
    client: ApiClient, build_auth_headers: AuthHeadersBuilder, make_user: UserFactory, link: LinkFunction
) -> None:
    await link(await make_user(), CHAT)
    assert (await client.get(URL, headers=build_auth_headers(id=new_id()))).json()["account"] is None
