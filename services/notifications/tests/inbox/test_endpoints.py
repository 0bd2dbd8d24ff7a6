"""The endpoints of the inbox."""

from uuid import UUID

import pytest
from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder

from services.notifications.tests.fixture_types import EntryFactory, InboxReader

URL = "/api/notifications"


class TestListNotifications:
    async def test_entries_are_listed_newest_first_with_counters(
        self, add_entry: EntryFactory, read_inbox: InboxReader
    ) -> None:
        user_id = new_id()
        ids = [str(await add_entry(user_id, title=f"№ {number}")) for number in range(5)]
        await add_entry(new_id(), title="чужое")
        body = await read_inbox(user_id)
        assert [entry["id"] for entry in body["notifications"]] == ids[::-1]
        assert (body["unread_count"], body["total"], body["revision"]) == (5, 5, 5)
        entry = body["notifications"][0]
        assert (entry["user_id"], entry["is_read"], entry["read_at"]) == (str(user_id), False, None)
        assert entry["priority"] == "low"

    async def test_pages_of_the_inbox_neither_overlap_nor_leave_gaps(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, add_entry: EntryFactory
    ) -> None:
        user_id = new_id()
        ids = [str(await add_entry(user_id)) for _ in range(13)][::-1]
        seen_ids: list[str] = []
        for offset in range(0, 20, 4):
            answer = await client.get(f"{URL}?limit=4&offset={offset}", headers=build_auth_headers(id=user_id))
            seen_ids += [entry["id"] for entry in answer.json()["notifications"]]
            assert answer.json()["total"] == 13
        assert seen_ids == ids

    async def test_entries_are_filtered_by_type_state_and_text(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        add_entry: EntryFactory,
        read_inbox: InboxReader,
    ) -> None:
        user_id = new_id()
        await add_entry(user_id, title="Счёт на 5 000 ₽", type="payment")
        read_id = await add_entry(user_id, title="Заказ открыт", type="booking")
        await add_entry(user_id, title="50% скидка", type="promotion", message="Только сегодня")
        await client.post(f"{URL}/{read_id}/mark-read", headers=build_auth_headers(id=user_id))
        for query, count in [
            ("&type=payment", 1),
            ("&type=unheard-of", 0),
            ("&is_read=true", 1),
            ("&is_read=false", 2),
            ("&search=ЗАКАЗ", 1),
            ("&search=сегодня", 1),
            ("&search=%25", 1),
            ("&search=_", 0),
            ("&type=booking&is_read=false", 0),
        ]:
            body = await read_inbox(user_id, query)
            assert (len(body["notifications"]), body["total"]) == (count, count), query
            assert body["unread_count"] == 2

    async def test_invalid_filters_and_pages_of_the_inbox_are_422(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        for query in ("limit=0", "limit=101", "offset=-1", "is_read=maybe", "search=%00", "type=%00"):
            answer = await client.get(f"{URL}?{query}", headers=build_auth_headers())
            assert answer.status_code == 422, query

    async def test_a_visitor_may_not_list_notifications(self, client: ApiClient) -> None:
        assert (await client.get(URL)).json()["code"] == "unauthorized"

    async def test_short_path_shows_the_same_inbox(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, add_entry: EntryFactory
    ) -> None:
        user_id = new_id()
        await add_entry(user_id)
        answer = await client.get("/notifications", headers=build_auth_headers(id=user_id))
        assert answer.json()["total"] == 1


class TestMarkRead:
    async def test_marking_an_entry_as_read_twice_changes_it_once(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        add_entry: EntryFactory,
        read_inbox: InboxReader,
    ) -> None:
        user_id = new_id()
        id = await add_entry(user_id)
        await add_entry(user_id)
        for changed in (1, 0):
            answer = await client.post(f"{URL}/{id}/mark-read", headers=build_auth_headers(id=user_id))
            assert answer.json() == {"success": True, "unread_count": 1, "revision": 3, "changed": changed}
        entry = (await read_inbox(user_id, "&is_read=true"))["notifications"][0]
        assert entry["id"] == str(id)
        assert entry["read_at"]

    async def test_all_own_entries_are_marked_as_read(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, add_entry: EntryFactory
    ) -> None:
        user_id = new_id()
        other_user_id = new_id()
        for _ in range(3):
            await add_entry(user_id)
        await add_entry(other_user_id)
        answer = await client.post(f"{URL}/mark-all-read", headers=build_auth_headers(id=user_id))
        assert (answer.json()["unread_count"], answer.json()["changed"]) == (0, 3)
        untouched_answer = await client.get(URL, headers=build_auth_headers(id=other_user_id))
        assert untouched_answer.json()["unread_count"] == 1

    async def test_marking_a_foreign_or_unknown_entry_as_read_is_404(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, add_entry: EntryFactory
    ) -> None:
        foreign_id = await add_entry(new_id())
        for id in (foreign_id, new_id()):
            answer = await client.post(f"{URL}/{id}/mark-read", headers=build_auth_headers())
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found")

    async def test_a_selection_is_changed_completely_or_not_at_all(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        add_entry: EntryFactory,
        read_inbox: InboxReader,
    ) -> None:
        user_id = new_id()
        own_ids: list[UUID] = [await add_entry(user_id) for _ in range(3)]
        foreign_id = await add_entry(new_id())
        mixed_selection = {"ids": [str(own_ids[0]), str(foreign_id)]}
        for action in ("mark-read", "delete"):
            refusal = await client.post(f"{URL}/{action}", json=mixed_selection, headers=build_auth_headers(id=user_id))
            assert refusal.status_code == 404
        assert (await read_inbox(user_id))["unread_count"] == 3
        selection = {"ids": [str(id) for id in own_ids[:2]]}
        answer = await client.post(f"{URL}/mark-read", json=selection, headers=build_auth_headers(id=user_id))
        assert answer.json()["unread_count"] == 1

    async def test_a_selection_has_one_to_a_hundred_ids(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        headers = build_auth_headers(id=new_id())
        ids = [str(new_id()) for _ in range(101)]
        for wrong_ids in ([], ids, ["x"]):
            refusal = await client.post(f"{URL}/mark-read", json={"ids": wrong_ids}, headers=headers)
            assert refusal.status_code == 422
        # A hundred ids are accepted, but this user has no such entries.
        not_found_answer = await client.post(f"{URL}/mark-read", json={"ids": ids[:100]}, headers=headers)
        assert not_found_answer.status_code == 404


class TestDelete:
    async def test_an_entry_is_deleted_once(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        add_entry: EntryFactory,
        read_inbox: InboxReader,
    ) -> None:
        user_id = new_id()
        id = await add_entry(user_id)
        answer = await client.delete(f"{URL}/{id}", headers=build_auth_headers(id=user_id))
        assert answer.json() == {"success": True, "unread_count": 0, "revision": 2, "changed": 1}
        assert (await client.delete(f"{URL}/{id}", headers=build_auth_headers(id=user_id))).status_code == 404
        assert (await read_inbox(user_id))["total"] == 0

    async def test_selected_entries_or_all_are_deleted(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        add_entry: EntryFactory,
        read_inbox: InboxReader,
    ) -> None:
        user_id = new_id()
        ids = [str(await add_entry(user_id)) for _ in range(5)]
        await client.post(f"{URL}/{ids[0]}/mark-read", headers=build_auth_headers(id=user_id))
        answer = await client.post(f"{URL}/delete", json={"ids": ids[:2]}, headers=build_auth_headers(id=user_id))
        assert (answer.json()["unread_count"], answer.json()["changed"]) == (3, 2)
        clear_answer = await client.delete(f"{URL}/clear-all", headers=build_auth_headers(id=user_id))
        assert (clear_answer.json()["unread_count"], clear_answer.json()["changed"]) == (0, 3)
        repeated_answer = await client.delete(f"{URL}/clear-all", headers=build_auth_headers(id=user_id))
        assert (repeated_answer.status_code, repeated_answer.json()["changed"]) == (200, 0)
        assert (await read_inbox(user_id))["total"] == 0


class TestPaths:
    @pytest.mark.parametrize(
        ("path", "allowed_methods"),
        [
            ("push-key", {"GET", "HEAD"}),
            ("preferences", {"GET", "HEAD", "PUT"}),
            ("mark-read", {"POST"}),
            ("unsubscribe", {"GET", "HEAD", "POST"}),
        ],
    )
    async def test_a_literal_path_is_not_read_as_an_id(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, path: str, allowed_methods: set[str]
    ) -> None:
        answer = await client.delete(f"{URL}/{path}", headers=build_auth_headers())
        assert (answer.status_code, set(answer.headers["allow"].split(", "))) == (405, allowed_methods)
