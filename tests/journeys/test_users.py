"""Every service behind the gateway recognizes the users of the journeys."""

import httpx2

from tests.journeys.users import Person


def test_visitor_must_sign_in(visitor: httpx2.Client) -> None:
    for path in ("/api/auth/me", "/api/me/orders", "/notifications"):
        answer = visitor.get(path, headers={"Accept": "application/json"})
        assert answer.status_code == 401, path


def test_user_sees_their_own_account(buyer: Person, other_user: Person, administrator: Person) -> None:
    for person in (buyer, other_user, administrator):
        answer = person.http.get("/api/auth/me")
        assert answer.status_code == 200, answer.text
        assert answer.json()["user"]["email"] == person.email


def test_client_has_no_administrator_rights(buyer: Person) -> None:
    for path in ("/api/auth/admin/users", "/api/content/admin/contacts", "/api/notifications/admin/stats"):
        assert buyer.http.get(path).status_code == 403, path
