"""The export of a user's data."""

from typing import Any

from tests.journeys.answers import expect_json
from tests.journeys.users import Person, wait_for


def confirmation(person: Person) -> dict[str, str]:
    proof = expect_json(person.http.post("/api/auth/me/confirm", json={"password": person.password}))
    return {"X-Confirmation": proof["confirmation"]}


def complete_export(person: Person) -> dict[str, Any]:
    """The export once every service has answered: late parts are requested again, as the screen does."""
    headers = confirmation(person)

    def copy() -> dict[str, Any] | None:
        answer = person.http.get("/api/auth/me/export", headers=headers)
        assert "attachment" in answer.headers["content-disposition"]
        body = expect_json(answer)
        return body if body["complete"] else None

    return wait_for(copy, seconds=300)
