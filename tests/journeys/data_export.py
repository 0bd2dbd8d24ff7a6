"""The export of a user's data."""

from typing import Any

from tests.journeys.answers import expect_json
from tests.journeys.users import Person, wait_for


def confirm_identity(person: Person) -> dict[str, str]:
    """Return the header that confirms the user's identity by their password."""
    answer = expect_json(person.http.post("/api/auth/me/confirm", json={"password": person.password}))
    return {"X-Confirmation": answer["confirmation"]}


def complete_export(person: Person) -> dict[str, Any]:
    """Request the export, as the page does, until every service has sent its part."""
    headers = confirm_identity(person)

    def export_if_complete() -> dict[str, Any] | None:
        answer = person.http.get("/api/auth/me/export", headers=headers)
        assert "attachment" in answer.headers["content-disposition"]
        body = expect_json(answer)
        return body if body["complete"] else None

    return wait_for(export_if_complete)
