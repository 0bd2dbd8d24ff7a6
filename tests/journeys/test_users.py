"""Every service behind the gateway recognizes the users of the journeys."""

import httpx2

from tests.journeys.users import Person


def test_a_visitor_is_asked_to_sign_in(visitor: httpx2.Client) -> None:
    for path in ("/api/auth/me", "/api/me/orders", "/notifications"):
        answer = visitor.get(path, headers={"Accept": "application/json"})
        assert answer.status_code == 401, path


def test_each_person_sees_themselves(buyer: Person, other_user: Person, administrator: Person) -> None:
    for person in (buyer, other_user, administrator):
        answer = person.http.get("/api/auth/me")
        assert answer.status_code == 200, answer.text
        assert answer.json()["user"]["email"] == person.email


def test_a_client_is_not_an_administrator(buyer: Person) -> None:
    for path in ("/api/auth/admin/users", "/api/content/admin/contacts", "/api/notifications/admin/stats"):
        assert buyer.http.get(path).status_code == 403, path
