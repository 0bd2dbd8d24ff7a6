"""Actions of administrators, and their entries in the audit log."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from auth.accounts.service import build_account
from auth.administration.csv_export import build_csv, build_users_csv
from auth.administration.tables import AuditEntry, FormerAuditEntry
from auth.runtime import Session
from chassis.testing.fixture_types import ApiClient, Mailbox
from sqlalchemy import delete, select, text, update
from sqlalchemy.exc import DBAPIError
from sqlmodel import col

from services.auth.tests.auth_forms import PASSWORD, get_status_and_code
from services.auth.tests.fixture_types import LogInFunction, MemberFactory

USERS = "/api/auth/admin/users"


class TestAccess:
    @pytest.mark.parametrize("role", ["user", "staff"])
    async def test_only_administrators_may_read_or_change_accounts(
        self, client: ApiClient, member: MemberFactory, log_in: LogInFunction, role: str
    ) -> None:
        login = await log_in(await member(role=role))
        for path in ("users", "audit", "users.csv", "audit.csv"):
            assert get_status_and_code(await client.get(f"/api/auth/admin/{path}", headers=login["headers"])) == (
                403,
                "forbidden",
            )
        answer = await client.patch(f"{USERS}/{login['user']['id']}", json={"role": "admin"}, headers=login["headers"])
        assert get_status_and_code(answer) == (403, "forbidden")

    async def test_visitors_get_401_from_administration(self, client: ApiClient) -> None:
        assert get_status_and_code(await client.get(USERS)) == (401, "unauthorized")


class TestListUsers:
    async def test_search_filters_and_pages_select_the_users(
        self, client: ApiClient, member: MemberFactory, admin: dict[str, Any]
    ) -> None:
        for number in range(3):
            await member(f"user{number}@example.com", first_name=f"Имя{number}")
        await member("staff@example.com", role="staff")

        async def list_emails(**query: Any) -> list[str]:
            answer = await client.get(USERS, params=query, headers=admin["headers"])
            assert answer.status_code == 200, answer.text
            return [user["email"] for user in answer.json()["users"]]

        assert await list_emails(query="имя1") == ["user1@example.com"]
        assert await list_emails(query="ИМЯ1 орлова") == ["user1@example.com"]
        assert await list_emails(query="USER2@") == ["user2@example.com"]
        assert await list_emails(query="%") == []
        assert await list_emails(role="staff") == ["staff@example.com"]
        assert await list_emails(account_status="blocked") == []
        assert (await list_emails(sort="email"))[-1] == "user2@example.com"
        assert (await list_emails(sort="-email"))[0] == "user2@example.com"
        assert (await list_emails(sort="name", query="имя")) == [f"user{number}@example.com" for number in range(3)]
        assert (await list_emails(sort="created_at"))[::-1] == await list_emails()
        assert (await list_emails(sort="-last_login_at"))[0] == admin["user"]["email"]
        page = await client.get(USERS, params={"limit": 2, "offset": 1}, headers=admin["headers"])
        assert (len(page.json()["users"]), page.json()["total"]) == (2, 5)

    @pytest.mark.parametrize(
        "query", ["limit=0", "limit=101", "offset=-1", "role=king", "account_status=odd", "sort=up"]
    )
    async def test_invalid_query_parameters_are_422(self, client: ApiClient, admin: dict[str, Any], query: str) -> None:
        assert get_status_and_code(await client.get(f"{USERS}?{query}", headers=admin["headers"])) == (
            422,
            "validation_error",
        )


class TestChangeUser:
    async def test_a_block_is_emailed_with_its_reason_and_logged_once(
        self, client: ApiClient, member: MemberFactory, admin: dict[str, Any], mailbox: Mailbox, db: Session
    ) -> None:
        account = await member()
        url = f"{USERS}/{account.id}"
        body = {"account_status": "suspended", "reason": "Спор по оплате"}
        answer = await client.patch(url, json=body, headers=admin["headers"])
        assert answer.json()["user"]["account_status"] == "blocked"
        assert answer.json()["user"]["blocked_reason"] == "Спор по оплате"
        [message] = await mailbox("anna@example.com")
        assert "Спор по оплате" in message.text
        repeated_answer = await client.patch(url, json=body, headers=admin["headers"])
        assert repeated_answer.status_code == 200
        await client.patch(url, json={"account_status": "active"}, headers=admin["headers"])
        actions = [entry.action for entry in await db.scalars(select(AuditEntry).order_by(col(AuditEntry.id)))]
        assert actions == ["user.blocked", "user.unblocked"]

    async def test_a_block_ends_the_sessions_for_good(
        self, client: ApiClient, member: MemberFactory, admin: dict[str, Any], log_in: LogInFunction
    ) -> None:
        account = await member()
        login_before_block = await log_in(account)
        url = f"{USERS}/{account.id}"
        await client.patch(url, json={"account_status": "blocked"}, headers=admin["headers"])
        assert (await client.get(f"{url}/sessions", headers=admin["headers"])).json()["sessions"] == []
        me_answer = await client.get("/api/auth/me", headers=login_before_block["headers"])
        assert me_answer.json()["user"]["account_status"] == "blocked", "the blocked user reads about the block"
        login_during_block = await log_in(account)
        for login in (login_before_block, login_during_block):
            refusal = await client.get("/api/auth/sessions", headers=login["headers"])
            assert get_status_and_code(refusal) == (403, "account_blocked")
        await client.patch(url, json={"account_status": "active"}, headers=admin["headers"])
        for login in (login_before_block, login_during_block):
            renew_answer = await client.post("/api/auth/refresh", json={"sessionToken": login["sessionToken"]})
            assert get_status_and_code(renew_answer) == (401, "token_invalid")
            assert (await client.get("/api/auth/me", headers=login["headers"])).status_code == 401
        assert (await log_in(account))["user"]["account_status"] == "active"

    async def test_is_admin_and_role_of_an_account_agree(
        self, client: ApiClient, member: MemberFactory, admin: dict[str, Any]
    ) -> None:
        account = await member()
        url = f"{USERS}/{account.id}"
        for body, role in [
            ({"is_admin": True}, "admin"),
            ({"is_admin": False}, "user"),
            ({"role": "staff"}, "staff"),
            ({"is_admin": False}, "staff"),
        ]:
            user = (await client.patch(url, json=body, headers=admin["headers"])).json()["user"]
            assert (user["role"], user["is_admin"]) == (role, role == "admin")
        contradiction = await client.patch(url, json={"role": "user", "is_admin": True}, headers=admin["headers"])
        assert contradiction.status_code == 422

    async def test_a_change_of_an_account_based_on_an_older_state_is_refused(
        self, client: ApiClient, member: MemberFactory, admin: dict[str, Any]
    ) -> None:
        url = f"{USERS}/{(await member()).id}"
        version = (await client.get(url, headers=admin["headers"])).json()["user"]["version"]
        first_answer = await client.patch(url, json={"role": "staff", "version": version}, headers=admin["headers"])
        late_answer = await client.patch(url, json={"role": "admin", "version": version}, headers=admin["headers"])
        assert get_status_and_code(late_answer) == (409, "stale_version")
        new_version = first_answer.json()["user"]["version"]
        body = {"role": "admin", "version": new_version}
        repeated_answer = await client.patch(url, json=body, headers=admin["headers"])
        assert repeated_answer.json()["user"]["role"] == "admin"

    async def test_administrators_cannot_change_their_own_role(self, client: ApiClient, admin: dict[str, Any]) -> None:
        url = f"{USERS}/{admin['user']['id']}"
        assert get_status_and_code(await client.patch(url, json={"role": "user"}, headers=admin["headers"])) == (
            409,
            "own_account",
        )

    async def test_unknown_user_is_404(self, client: ApiClient, admin: dict[str, Any]) -> None:
        url = f"{USERS}/01900000-0000-7000-8000-00000000abcd"
        assert get_status_and_code(await client.get(url, headers=admin["headers"])) == (404, "not_found")
        assert get_status_and_code(await client.patch(url, json={}, headers=admin["headers"])) == (404, "not_found")

    @pytest.mark.parametrize("body", [{"version": False, "role": "staff"}, {"is_admin": 1}, {"is_admin": "yes"}])
    async def test_number_for_a_boolean_or_boolean_for_a_number_is_refused(
        self, client: ApiClient, member: MemberFactory, admin: dict[str, Any], body: dict[str, Any]
    ) -> None:
        url = f"/api/auth/admin/users/{(await member()).id}"
        assert (await client.patch(url, json=body, headers=admin["headers"])).status_code == 422

    async def test_administrator_ends_the_sessions_of_a_person(
        self, client: ApiClient, member: MemberFactory, admin: dict[str, Any], log_in: LogInFunction, db: Session
    ) -> None:
        account = await member()
        login = await log_in(account)
        url = f"{USERS}/{account.id}/sessions"
        listed_sessions = (await client.get(url, headers=admin["headers"])).json()["sessions"]
        assert len(listed_sessions) == 1
        assert (await client.delete(url, headers=admin["headers"])).status_code == 200
        assert (await client.get("/api/auth/me", headers=login["headers"])).status_code == 401
        [entry] = await db.scalars(select(AuditEntry))
        assert (entry.action, entry.entity_id) == ("user.sessions_ended", account.id)


class TestAudit:
    async def test_audit_entry_has_actor_subject_change_and_address(
        self, client: ApiClient, member: MemberFactory, admin: dict[str, Any]
    ) -> None:
        account = await member()
        await client.patch(f"{USERS}/{account.id}", json={"role": "staff"}, headers=admin["headers"])
        body = (await client.get("/api/auth/admin/audit", headers=admin["headers"])).json()
        assert body["total"] == 1
        [entry] = body["entries"]
        assert entry["action"] == "user.role_changed"
        assert (entry["actor_name"], entry["subject_name"]) == ("Администратор Орлова", "Анна Орлова")
        assert entry["details"] == {"old": "user", "new": "staff"}
        assert entry["ip"] == "127.0.0.1"

    async def test_database_refuses_to_change_or_delete_audit_entries(
        self, client: ApiClient, member: MemberFactory, admin: dict[str, Any], db: Session
    ) -> None:
        account = await member()
        await client.patch(f"{USERS}/{account.id}", json={"role": "staff"}, headers=admin["headers"])
        for query in (update(AuditEntry).values(action="nothing"), delete(AuditEntry), text("TRUNCATE audit_entries")):
            with pytest.raises(DBAPIError, match="append-only"):
                await db.execute(query)

    async def test_erasure_forgets_the_addresses_of_the_actor_and_nothing_else(
        self, client: ApiClient, member: MemberFactory, admin: dict[str, Any], log_in: LogInFunction, db: Session
    ) -> None:
        second_admin = await log_in(await member("second-admin@example.com", role="admin"))
        account = await member()
        for role, actor in (("staff", second_admin), ("user", admin)):
            await client.patch(f"{USERS}/{account.id}", json={"role": role}, headers=actor["headers"])
        with pytest.raises(DBAPIError, match="append-only"):
            await db.execute(update(AuditEntry).values(address=None))
        proof = await client.post("/api/auth/me/confirm", json={"password": PASSWORD}, headers=second_admin["headers"])
        headers = {**second_admin["headers"], "X-Confirmation": proof.json()["confirmation"]}
        assert (await client.delete("/api/auth/me", headers=headers)).status_code in {200, 202}
        entries = (await db.scalars(select(AuditEntry).order_by(col(AuditEntry.id)))).all()
        assert [(entry.action, entry.actor_name, entry.address) for entry in entries] == [
            ("user.role_changed", "Удалённый пользователь", None),
            ("user.role_changed", "Администратор Орлова", "127.0.0.1"),
            ("user.erased", "Удалённый пользователь", None),
        ]
        for values in ({"address": "203.0.113.9"}, {"action": "nothing"}, {"address": None, "action": "nothing"}):
            with pytest.raises(DBAPIError, match="append-only"):
                await db.execute(update(AuditEntry).where(col(AuditEntry.address).is_(None)).values(**values))

    async def test_an_action_that_the_previous_release_writes_is_in_the_log(
        self, client: ApiClient, member: MemberFactory, admin: dict[str, Any], db: Session
    ) -> None:
        account = await member()
        now = db.now()
        admin_id = UUID(admin["user"]["id"])
        for action, actor_id, ip in (("user.blocked", admin_id, "203.0.113.9"), ("user.erased", account.id, "")):
            db.add(FormerAuditEntry(at=now, actor_id=actor_id, action=action, subject_id=account.id, ip=ip))
            await db.flush()
        await db.commit()
        entries = (await client.get("/api/auth/admin/audit", headers=admin["headers"])).json()["entries"]
        assert [(entry["action"], entry["actor_name"], entry["ip"]) for entry in entries] == [
            ("user.erased", "Удалённый пользователь", ""),
            ("user.blocked", "Администратор Орлова", "203.0.113.9"),
        ]

    async def test_csv_exports_are_safe_to_open(
        self, client: ApiClient, member: MemberFactory, admin: dict[str, Any]
    ) -> None:
        account = await member(first_name="=HYPERLINK(1)")
        await client.patch(f"{USERS}/{account.id}", json={"role": "staff"}, headers=admin["headers"])
        users_answer = await client.get("/api/auth/admin/users.csv?sort=name", headers=admin["headers"])
        assert users_answer.headers["content-type"].startswith("text/csv")
        assert "attachment" in users_answer.headers["content-disposition"]
        assert users_answer.text.startswith("\ufeffНомер;Email;Имя;")
        first_row = users_answer.text.splitlines()[1]
        assert ";'=HYPERLINK(1);Орлова;;Сотрудник;Действует;" in first_row
        audit_answer = await client.get("/api/auth/admin/audit.csv", headers=admin["headers"])
        assert ";Смена роли;" in audit_answer.text
        assert ';"new: staff; old: user";127.0.0.1' in audit_answer.text
        entries = (await client.get("/api/auth/admin/audit", headers=admin["headers"])).json()["entries"]
        assert "users.exported" in [entry["action"] for entry in entries]

    def test_csv_of_accounts_groups_the_digits_of_phone_numbers(self) -> None:
        account = build_account(datetime(2026, 11, 30, tzinfo=UTC), "anna@example.com", "Анна", "Орлова")
        account.phone = "+74950000010"
        row = build_users_csv([account]).decode("utf-8-sig").splitlines()[1]
        assert ";Анна;Орлова;+7 495 000-00-10;" in row
        account.phone = "+37251234567"
        row = build_users_csv([account]).decode("utf-8-sig").splitlines()[1]
        assert ";Анна;Орлова;+372 5 123-45-67;" in row, "a spreadsheet does not read it as a number or a formula"

    def test_a_telephone_and_a_sum_are_not_formulas(self) -> None:
        rows = [["+79161234567"], ["+7 916 123-45-67"], ["-12,5"], ["+cmd|' /C calc'!A0"]]
        assert build_csv(["Ячейка"], rows).decode("utf-8-sig").splitlines()[1:] == [
            "+79161234567",
            "+7 916 123-45-67",
            "-12,5",
            "'+cmd|' /C calc'!A0",
        ]
