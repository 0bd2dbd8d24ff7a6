"""Forms and values that several tests of auth use."""

import re
from typing import Any

from chassis.testing.fixture_types import ApiClient

PASSWORD = "Синий-трактор-на-льду-7"
BROWSER = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36"
SITE_ORIGIN = {"Origin": "http://localhost:8080"}
NATIVE_CLIENT = {"X-Client": "native"}


def find_code(message: Any) -> str:
    """Return the code in a message. It stands alone on a line of the plain text."""
    match = re.search(r"^(\d{6})$", message.text, re.MULTILINE)
    assert match, message.text
    return match.group(1)


def build_registration_form(email: str = "anna@example.com", **fields: Any) -> dict[str, Any]:
    """Return a complete registration form."""
    return {
        "email": email,
        "password": PASSWORD,
        "first_name": "Анна",
        "last_name": "Орлова",
        "is_adult": True,
        "accept_terms": True,
        "accept_privacy": True,
        **fields,
    }


def get_status_and_code(answer: Any) -> tuple[int, str]:
    """Return the status of a refusal and the code of its problem document."""
    return answer.status_code, answer.json()["code"]


async def confirm_identity(client: ApiClient, login: Any) -> dict[str, str]:
    """Confirm a session by the password. Returns the session's headers with the confirmation."""
    answer = await client.post("/api/auth/me/confirm", json={"password": PASSWORD}, headers=login["headers"])
    return {**login["headers"], "X-Confirmation": answer.json()["confirmation"]}
