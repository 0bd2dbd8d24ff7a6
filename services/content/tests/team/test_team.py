from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.plugin import MovableClock
from content.runtime import Session
from content.team.service import cache
from content.team.tables import TeamMember
from content.users.tables import UserCopy
from sqlalchemy import text

from services.content.tests.fixture_types import Factory

TEAM = "/api/content/admin/team"


class TestPresence:
    async def test_member_is_online_then_away_then_offline(
        self,
        client: ApiClient,
        build_auth_headers: AuthHeadersBuilder,
        make_member: Factory[TeamMember],
        clock: MovableClock,
    ) -> None:
        user_id = new_id()
        await make_member(user_id=user_id)

        async def read_member() -> tuple[str, bool]:
            cache.drop()
            member = (await client.get("/api/team")).json()["team"][0]
            return member["status"], member["isOnline"]

        assert await read_member() == ("offline", False)
        answer = await client.post(
            "/api/team/activity", json={"userId": str(user_id)}, headers=build_auth_headers(id=user_id)
        )
        assert (answer.status_code, answer.content) == (204, b"")
        for minutes, expected in ((0, ("online", True)), (5, ("away", False)), (25, ("offline", False))):
            clock.move(minutes=minutes)
            assert await read_member() == expected

    async def test_activity_is_accepted_only_for_the_caller(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder
    ) -> None:
        body = {"userId": str(new_id())}
        assert (await client.post("/api/team/activity", json=body)).status_code == 401
        assert (await client.post("/api/team/activity", json=body, headers=build_auth_headers())).status_code == 403
        assert (
            await client.post("/api/team/activity", json={"userId": 1}, headers=build_auth_headers())
        ).status_code == 422

    async def test_activity_of_an_account_without_a_team_member_is_not_recorded(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, db: Session
    ) -> None:
        user_id = new_id()
        answer = await client.post(
            "/api/team/activity", json={"userId": str(user_id)}, headers=build_auth_headers(id=user_id)
        )
        assert answer.status_code == 204
        assert await db.scalar(text("SELECT count(*) FROM presence")) == 0


class TestTeam:
    async def test_both_addresses_of_the_team_return_the_same_list(
        self, client: ApiClient, make_member: Factory[TeamMember]
    ) -> None:
        await make_member(sort_order=2, name="Второй")
        await make_member(sort_order=1, name="Первый")
        body = (await client.get("/api/team")).json()
        assert (await client.get("/api/team/members")).json() == body
        assert [member["name"] for member in body["team"]] == ["Первый", "Второй"]
        assert (body["success"], body["error"]) == (True, None)
        assert set(body["team"][0]) >= {
            "id", "name", "position", "email", "phone", "avatar", "handle", "status", "lastActivity", "isOnline",
        }  # fmt: skip

    async def test_administrators_add_change_and_delete_members(
        self, client: ApiClient, admin: dict[str, str], build_auth_headers: AuthHeadersBuilder
    ) -> None:
        body = {"name": "Пётр Гай", "position": "Логистика", "email": "", "phone": "+7 495 000-00-09"}
        item = (await client.post(TEAM, json=body, headers=admin)).json()["item"]
        assert (item["handle"], item["email"]) == ("petr-gai", None)
        repeated_answer = await client.post(TEAM, json=body, headers=admin)
        assert (repeated_answer.status_code, repeated_answer.json()["code"]) == (409, "handle_taken")
        url = f"{TEAM}/{item['id']}"
        change_answer = await client.patch(url, json={"version": 1, "position": "Таможня"}, headers=admin)
        assert change_answer.json()["item"]["position"] == "Таможня"
        assert (await client.patch(url, json={"version": 1}, headers=admin)).status_code == 409
        assert (await client.get(f"{TEAM}?search=гай", headers=admin)).json()["total"] == 1
        assert (await client.delete(url, headers=admin)).json() == {"success": True}
        assert (await client.get(TEAM, headers=build_auth_headers())).status_code == 403

    async def test_the_account_of_a_team_member_must_exist(
        self, client: ApiClient, admin: dict[str, str], make_member: Factory[TeamMember], make_user: Factory[UserCopy]
    ) -> None:
        body = {"name": "Пётр Гай", "position": "Логистика", "user_id": str(new_id())}
        url = f"{TEAM}/{(await make_member()).id}"
        for refusal in (
            await client.post(TEAM, json=body, headers=admin),
            await client.patch(url, json={"version": 1, "name": "Никто", "user_id": body["user_id"]}, headers=admin),
        ):
            assert (refusal.status_code, refusal.json()["errors"][0]["field"]) == (422, "user_id")
        listed_body = (await client.get(TEAM, headers=admin)).json()
        assert [(row["name"], row["version"]) for row in listed_body["items"]] == [("Нина Полякова", 1)]
        account_id = str((await make_user(role="staff")).id)
        link_answer = await client.patch(url, json={"version": 1, "user_id": account_id}, headers=admin)
        assert link_answer.json()["item"]["user_id"] == account_id
        unlink_answer = await client.patch(url, json={"version": 2, "user_id": None}, headers=admin)
        assert unlink_answer.json()["item"]["user_id"] is None

    async def test_a_draft_needs_only_a_name_and_its_publication_names_what_is_missing(
        self, client: ApiClient, admin: dict[str, str]
    ) -> None:
        refusal = await client.post(TEAM, json={"name": "Пётр Гай"}, headers=admin)
        assert (refusal.status_code, refusal.json()["errors"][0]["field"]) == (422, "position")
        draft = (await client.post(TEAM, json={"name": "Пётр Гай", "status": "draft"}, headers=admin)).json()["item"]
        assert draft["position"] == ""
        url = f"{TEAM}/{draft['id']}"
        refusal = await client.patch(url, json={"version": 1, "status": "published"}, headers=admin)
        assert (refusal.status_code, refusal.json()["errors"][0]["field"]) == (422, "position")
        completion = {"version": 1, "status": "published", "position": "Логистика"}
        assert (await client.patch(url, json=completion, headers=admin)).json()["item"]["status"] == "published"

    async def test_a_draft_is_shown_to_administrators_only(
        self, client: ApiClient, admin: dict[str, str], make_member: Factory[TeamMember]
    ) -> None:
        await make_member(name="Нина Полякова")
        body = {"name": "Пётр Гай", "position": "Логистика", "status": "draft"}
        draft_member = (await client.post(TEAM, json=body, headers=admin)).json()["item"]
        assert draft_member["status"] == "draft"
        assert [row["name"] for row in (await client.get("/api/team")).json()["team"]] == ["Нина Полякова"]
        drafts_body = (await client.get(f"{TEAM}?status=draft", headers=admin)).json()
        assert ([row["name"] for row in drafts_body["items"]], drafts_body["total"]) == (["Пётр Гай"], 1)
        change = {"version": 1, "status": "published"}
        published_member = (await client.patch(f"{TEAM}/{draft_member['id']}", json=change, headers=admin)).json()[
            "item"
        ]
        assert published_member["status"] == "published"
        public_members = (await client.get("/api/team")).json()["team"]
        assert sorted(row["name"] for row in public_members) == ["Нина Полякова", "Пётр Гай"]
        assert {row["status"] for row in public_members} == {"offline"}
