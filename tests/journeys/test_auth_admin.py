"""api.md section 2, the administrators' routes: search, roles, blocks that every service obeys, the audit log."""

import uuid
from contextlib import closing
from functools import partial

import httpx2

from tests.journeys.answers import check_pages, expect_json, expect_problem, has_status, wait_for_problem
from tests.journeys.users import Person, open_browser, sign_in, wait_for

USERS = "/api/auth/admin/users"
AUDIT = "/api/auth/admin/audit"


def refresh_access(person: Person) -> None:
    """Renew the access token of a browser."""
    origin = {"Origin": str(person.http.base_url).rstrip("/")}
    access = expect_json(person.http.post("/api/auth/refresh", headers=origin))["accessToken"]
    person.http.headers["Authorization"] = f"Bearer {access}"


def test_only_administrators_may_manage_users_and_read_the_audit_log(
    visitor: httpx2.Client, newcomer: Person, administrator: Person
) -> None:
    user = f"{USERS}/{newcomer.id}"
    admin_paths = (USERS, user, f"{user}/sessions", AUDIT, f"{USERS}.csv", f"{AUDIT}.csv")
    for path in admin_paths:
        expect_problem(visitor.get(path), 401, "unauthorized")
        expect_problem(newcomer.http.get(path), 403, "forbidden")
    expect_problem(visitor.patch(user, json={"role": "admin"}), 401, "unauthorized")
    expect_problem(newcomer.http.patch(user, json={"role": "admin"}), 403, "forbidden")
    expect_json(administrator.http.patch(user, json={"role": "staff"}))
    refresh_access(newcomer)
    for path in admin_paths:
        expect_problem(newcomer.http.get(path), 403, "forbidden")
    expect_problem(newcomer.http.patch(user, json={"is_admin": True}), 403, "forbidden")


class TestUsers:
    def test_users_are_searched_filtered_and_paged(self, administrator: Person, newcomer: Person) -> None:
        http = administrator.http
        [user] = expect_json(http.get(USERS, params={"query": newcomer.email.upper()}))["users"]
        assert (user["id"], user["account_status"], user["is_admin"]) == (newcomer.id, "active", False)
        assert expect_json(http.get(f"{USERS}/{newcomer.id}"))["user"] == user
        assert expect_json(http.get(USERS, params={"role": "admin"}))["total"] >= 1
        assert all(
            listed_user["role"] == "staff"
            for listed_user in expect_json(http.get(USERS, params={"role": "staff"}))["users"]
        )
        assert expect_json(http.get(USERS, params={"query": "%"}))["total"] == 0
        check_pages(http, USERS, "users", query="example.com")
        expect_problem(http.get(USERS, params={"role": "boss"}), 422, "validation_error", "role")
        expect_problem(http.get(USERS, params={"account_status": "odd"}), 422, "validation_error", "account_status")
        expect_problem(http.get(f"{USERS}/{uuid.uuid4()}"), 404, "not_found")
        expect_problem(http.get(f"{USERS}/x"), 422, "validation_error")

    def test_contradicting_changes_and_changes_of_the_own_account_are_refused(
        self, administrator: Person, newcomer: Person
    ) -> None:
        http = administrator.http
        assert http.patch(f"{USERS}/{newcomer.id}", json={"role": "user", "is_admin": True}).status_code == 422
        expect_problem(http.patch(f"{USERS}/{newcomer.id}", json={"role": "boss"}), 422, "validation_error", "role")
        expect_problem(http.patch(f"{USERS}/{uuid.uuid4()}", json={"role": "staff"}), 404, "not_found")
        own = http.patch(f"{USERS}/{administrator.id}", json={"role": "user"})
        assert own.status_code == 409
        assert own.json()["code"] in ("own_account", "last_admin")

    def test_changed_role_applies_in_every_service(self, administrator: Person, newcomer: Person) -> None:
        expect_json(administrator.http.patch(f"{USERS}/{newcomer.id}", json={"is_admin": True}))
        expect_problem(newcomer.http.get("/api/auth/me"), 401, "token_invalid")
        for path in ("/api/me/orders", "/api/notifications"):
            wait_for(partial(has_status, newcomer.http, path, 401))
        refresh_access(newcomer)
        user = expect_json(newcomer.http.get("/api/auth/me"))["user"]
        assert (user["role"], user["is_admin"]) == ("admin", True)
        for path in (USERS, "/api/content/admin/contacts", "/api/notifications/admin/stats", "/api/status/admin/logs"):
            wait_for(partial(has_status, newcomer.http, path, 200))
        expect_json(administrator.http.patch(f"{USERS}/{newcomer.id}", json={"role": "user"}))
        refresh_access(newcomer)
        expect_problem(newcomer.http.get(USERS), 403, "forbidden")


class TestBlock:
    def test_block_and_unblock_apply_in_every_service(self, administrator: Person, newcomer: Person) -> None:
        http = newcomer.http
        url = f"{USERS}/{newcomer.id}"
        expect_json(administrator.http.patch(url, json={"account_status": "blocked", "reason": "Проверка"}))
        assert expect_json(http.get("/api/auth/me"))["user"]["account_status"] == "blocked"
        own = ("/api/auth/sessions", "/api/me/orders", "/api/notifications", "/api/me/favorites")
        message = {"name": "Вера", "phone": "8 495 000-00-41", "email": newcomer.email, "message": "?", "consent": True}
        # Each replica hears of the block at its own time.
        for path in own:
            wait_for_problem(partial(http.get, path), 403, "account_blocked")
        for path, body in (("/api/calculator/calculations", {}), ("/api/contact", message)):
            wait_for_problem(partial(http.post, path, json=body), 403, "account_blocked")
        expect_json(http.get("/api/settings"))
        with open_browser() as browser:
            credentials = {"email": newcomer.email, "password": newcomer.password}
            session = expect_json(browser.post("/api/auth/login", json=credentials))
            assert session["user"]["account_status"] == "blocked"
        stored_user = expect_json(administrator.http.get(url))["user"]
        assert (stored_user["account_status"], stored_user["blocked_reason"]) == ("blocked", "Проверка")
        expect_json(administrator.http.patch(url, json={"account_status": "active"}))
        # The block ended every session, so the user signs in again.
        for path in own:
            wait_for(partial(has_status, http, path, 401))
        with closing(sign_in(newcomer.email).http) as unblocked:
            for path in own:
                wait_for(partial(has_status, unblocked, path, 200))

    def test_suspended_user_is_blocked_and_may_log_out(self, administrator: Person, newcomer: Person) -> None:
        change = {"account_status": "suspended"}
        body = expect_json(administrator.http.patch(f"{USERS}/{newcomer.id}", json=change))
        assert body["user"]["account_status"] == "blocked"
        expect_json(newcomer.http.post("/api/auth/logout"))
        expect_problem(newcomer.http.get("/api/auth/me"), 401, "token_invalid")


class TestSessionsOfOthers:
    def test_sessions_of_a_user_are_listed_and_ended(self, administrator: Person, newcomer: Person) -> None:
        other = sign_in(newcomer.email)
        url = f"{USERS}/{newcomer.id}/sessions"
        assert len(expect_json(administrator.http.get(url))["sessions"]) == 2
        expect_json(administrator.http.delete(url))
        for person in (newcomer, other):
            expect_problem(person.http.get("/api/auth/me"), 401, "token_invalid")
        expect_problem(administrator.http.delete(f"{USERS}/{uuid.uuid4()}/sessions"), 404, "not_found")
        other.http.close()


class TestAudit:
    def test_audit_entries_name_actor_action_target_time_and_address(
        self, administrator: Person, newcomer: Person
    ) -> None:
        http = administrator.http
        expect_json(http.patch(f"{USERS}/{newcomer.id}", json={"role": "staff"}))
        expect_json(http.patch(f"{USERS}/{newcomer.id}", json={"account_status": "blocked", "reason": "Спор"}))
        entries = expect_json(http.get(AUDIT, params={"subject_id": newcomer.id}))["entries"]
        assert [entry["action"] for entry in entries] == ["user.blocked", "user.role_changed"]
        assert {(entry["actor_id"], entry["subject_id"]) for entry in entries} == {(administrator.id, newcomer.id)}
        assert entries[0]["details"] == {"reason": "Спор"}
        assert entries[0]["ip"]
        expect_problem(http.get(AUDIT, params={"actor_id": "x"}), 422, "validation_error", "actor_id")
        check_pages(http, AUDIT, "entries")

    def test_exports_are_csv_with_a_byte_order_mark(self, administrator: Person) -> None:
        for path in (f"{USERS}.csv", f"{AUDIT}.csv"):
            answer = administrator.http.get(path)
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/csv")
            assert answer.text.startswith("\ufeff")
