"""api.md sections 3 and 9, emails: newsletter with double opt-in and one-click unsubscribe; contacts of the site."""

import re
import uuid
from email.message import EmailMessage
from typing import Any

import httpx2

from tests.journeys.answers import expect_json, expect_problem
from tests.journeys.users import (
    Person,
    build_registration,
    list_email_texts,
    list_emails,
    make_address,
    wait_for,
    wait_for_code,
)

LINK = re.compile(r"https?://[^\s/]+(/\S+)")
AS_BROWSER = {"Accept": "text/html"}


def find_link(message: EmailMessage, path: str) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return next(link for link in LINK.findall(body.get_content()) if link.startswith(path))


def read_newest_message(address: str, subject: str) -> Any:
    return next((message for message in reversed(list_emails(address)) if subject in str(message["Subject"])), None)


def test_emails_of_other_services_use_changed_site_settings(visitor: httpx2.Client, administrator: Person) -> None:
    def receive_registration_email() -> str:
        """Return the email that auth sends to a user who registers now."""
        address = make_address()
        expect_json(visitor.post("/api/auth/register", json=build_registration(address)), 201)
        wait_for_code(address)
        return list_email_texts(address)[0]

    before = expect_json(visitor.get("/api/settings"))["contactPhone"]
    new = f"+7 495 000-{uuid.uuid4().int % 90 + 10}-{uuid.uuid4().int % 90 + 10}"
    assert before in receive_registration_email()
    try:
        expect_json(administrator.http.put("/api/settings", json={"contactPhone": new}))
        # Another replica drops its cached settings a moment after the change.
        wait_for(lambda: expect_json(visitor.get("/api/settings"))["contactPhone"] == new)
        wait_for(lambda: new in receive_registration_email())
    finally:
        expect_json(administrator.http.put("/api/settings", json={"contactPhone": before}))
    wait_for(lambda: before in receive_registration_email())


def test_subscriber_confirms_gets_an_article_and_unsubscribes(visitor: httpx2.Client, administrator: Person) -> None:
    address = make_address()
    title = f"Свежая статья {uuid.uuid4().hex[:8]}"
    subscribe_answer = expect_json(visitor.post("/api/newsletter", json={"email": address, "consent": True}))
    # The answer must not tell a stranger whether an address is subscribed, so it is always the same.
    same_address = {"email": address.upper(), "consent": True}
    assert expect_json(visitor.post("/api/newsletter", json=same_address)) == subscribe_answer

    message = wait_for(lambda: read_newest_message(address, "Подтвердите подписку"))
    confirm = find_link(message, "/api/newsletter/confirm")
    expect_problem(visitor.get("/api/newsletter/confirm", params={"token": "x" * 32}), 400, "invalid_token")
    redirect = visitor.get("/api/newsletter/confirm", params={"token": "x" * 32}, headers=AS_BROWSER)
    assert (redirect.status_code, redirect.headers["location"]) == (303, "/unsubscribe?state=invalid")
    question = visitor.get(confirm, headers=AS_BROWSER)
    assert question.status_code == 303
    assert "state=ask" in question.headers["location"]
    expect_json(visitor.post(confirm))
    wait_for(lambda: visitor.get(confirm, headers=AS_BROWSER).headers.get("location", "").endswith("state=confirmed"))
    expect_json(visitor.get(confirm))
    assert expect_json(visitor.post("/api/newsletter", json={"email": address, "consent": True})) == subscribe_answer

    post = {"title": title, "content": "Новость", "category": "news", "status": "published"}
    new_post = expect_json(administrator.http.post("/api/content/admin/posts", json=post), 201)["item"]
    news = wait_for(lambda: read_newest_message(address, title))
    assert find_link(news, "/blog/") == f"/blog/{new_post['slug']}"
    assert news["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    unsubscribe_link = LINK.search(str(news["List-Unsubscribe"]).strip("<>"))
    assert unsubscribe_link
    unsubscribe = unsubscribe_link[1]
    assert find_link(news, "/api/newsletter/unsubscribe") == unsubscribe

    expect_problem(visitor.post("/api/newsletter/unsubscribe", params={"token": "0" * 64}), 400, "invalid_token")
    for _ in range(2):
        # A mail program sends a form without cookies and without opening a page first (RFC 8058).
        expect_json(visitor.post(unsubscribe, data={"List-Unsubscribe": "One-Click"}))
    last_redirect = visitor.get(unsubscribe, headers=AS_BROWSER)
    assert (last_redirect.status_code, last_redirect.headers["location"]) == (303, "/unsubscribe?state=unsubscribed")
    listing = expect_json(administrator.http.get("/api/content/admin/newsletter", params={"search": address}))
    assert [row["status"] for row in listing["items"]] == ["unsubscribed"]
    expect_json(administrator.http.delete(f"/api/content/admin/posts/{new_post['id']}"))


def test_contact_message_is_acknowledged_with_its_number(visitor: httpx2.Client) -> None:
    address = make_address()
    body = {
        "name": "Вера",
        "phone": "+7 495 000-00-61",
        "email": address,
        "message": "Когда привезёте?",
        "consent": True,
    }
    contact = expect_json(visitor.post("/api/contact", json=body), 201)
    message = wait_for(lambda: read_newest_message(address, contact["reference"]))
    assert contact["reference"] in message.get_body(("plain",)).get_content()
