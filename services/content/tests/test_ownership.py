"""Calls every route that takes an id with the id of another user's record."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.ownership import find_ownership_differences
from chassis.testing.plugin import MovableClock
from content.articles.tables import Post
from content.cars.tables import Car
from content.comments.tables import Comment
from content.orders.tables import Order
from content.payments.tables import Payment
from fastapi import FastAPI

from services.content.tests.fixture_types import Factory, PictureFactory
from services.content.tests.payment_notices import REQUISITES

# A Monday morning in Moscow.
MONDAY = datetime(2026, 11, 23, 7, 0, tzinfo=UTC)


async def test_no_id_opens_a_record_of_another_user(
    app: FastAPI,
    client: ApiClient,
    build_auth_headers: AuthHeadersBuilder,
    clock: MovableClock,
    make_post: Factory[Post],
    make_comment: Factory[Comment],
    make_order: Factory[Order],
    make_payment: Factory[Payment],
    make_car: Factory[Car],
    picture: PictureFactory,
) -> None:
    clock.freeze(MONDAY)
    owner_id = new_id()
    admin = build_auth_headers(role="admin")
    owner = build_auth_headers(id=owner_id)
    order = await make_order(user_id=owner_id)
    comment = await make_comment(await make_post(), user_id=owner_id)
    document_body = {"step": "customs", "title": "Паспорт"}
    create_answer = await client.post(
        f"/api/content/admin/orders/{order.id}/documents", json=document_body, headers=admin
    )
    file_url = f"/api/me/orders/{order.id}/documents/{create_answer.json()['item']['id']}/file"
    slot = {"kind": "viewing", "starts_at": "2026-11-24T09:00:00Z"}
    booking_answer = await client.post("/api/me/bookings", json=slot, headers=owner)
    order_url = f"/api/me/orders/{order.id}"
    payment = await make_payment(order)
    settings_answer = await client.put("/api/settings", json={"requisites": REQUISITES}, headers=admin)
    assert settings_answer.status_code == 200
    booking_url = f"/api/me/bookings/{booking_answer.json()['booking']['id']}"
    car_id = str((await make_car(price_rub=1)).id)
    reserve_answer = await client.post("/api/me/reservations", json={"car_id": car_id}, headers=owner)
    reservation_url = f"/api/me/reservations/{reserve_answer.json()['reservation']['id']}"
    upload = {"file": ("passport.jpg", picture(40, 30), "image/jpeg")}
    attach_answer = await client.post(f"{order_url}/attachments", files=upload, headers=owner)
    key = {"Idempotency-Key": str(new_id())}
    move_body = {"starts_at": "2026-11-24T11:00:00Z"}
    save_answer = await client.post(
        "/api/me/searches", json={"name": "BMW", "filters": {"brand": "BMW"}}, headers=owner
    )
    search_url = f"/api/me/searches/{save_answer.json()['search']['id']}"
    await client.put(f"/api/me/favorites/{car_id}", headers=owner)
    limit_answer = await client.put(f"/api/me/price-limits/cars/{car_id}", json={"limit_rub": 5}, headers=owner)
    limit_url = f"/api/me/price-limits/{limit_answer.json()['limit']['id']}"
    calls: dict[str, dict[str, Any]] = {
        "PATCH /api/comments/{id}": {"url": f"/api/comments/{comment.id}", "json": {"content": "Иначе говоря"}},
        "DELETE /api/comments/{id}": {"url": f"/api/comments/{comment.id}"},
        "POST /api/comments/{id}/restore": {"url": f"/api/comments/{comment.id}/restore"},
        "GET /api/me/bookings/{id}/calendar.ics": {"url": f"{booking_url}/calendar.ics"},
        "PATCH /api/me/bookings/{id}": {"url": booking_url, "json": move_body},
        "DELETE /api/me/bookings/{id}": {"url": booking_url},
        "PATCH /api/me/price-limits/{id}": {"url": limit_url, "json": {"alerts": False}},
        "PATCH /api/me/searches/{id}": {"url": search_url, "json": {"alerts": False}},
        "GET /api/me/reservations/{id}": {"url": reservation_url},
        "DELETE /api/me/reservations/{id}": {"url": reservation_url},
        "GET /api/me/orders/{id}": {"url": order_url},
        "GET /api/me/payments/{id}/invoice.pdf": {"url": f"/api/me/payments/{payment.id}/invoice.pdf"},
        "PUT /api/me/orders/{id}/documents/{document_id}/file": {"url": file_url, "files": upload},
        "GET /api/me/orders/{id}/documents/{document_id}/file": {"url": file_url},
        "POST /api/me/orders/{id}/attachments": {"url": f"{order_url}/attachments", "files": upload},
        "GET /api/me/orders/{id}/attachments/{attachment_id}/file": {"url": attach_answer.json()["attachment"]["url"]},
        "GET /api/me/orders/{id}/messages": {"url": f"{order_url}/messages"},
        "POST /api/me/orders/{id}/messages": {
            "url": f"{order_url}/messages",
            "json": {"text": "Где?"},
            "headers": key,
        },
        "PUT /api/me/orders/{id}/messages/read": {"url": f"{order_url}/messages/read", "json": {"number": 1}},
        "POST /api/me/orders/{id}/messages/typing": {"url": f"{order_url}/messages/typing"},
        "POST /api/me/orders/{id}/share": {"url": f"{order_url}/share", "json": {}},
        "DELETE /api/me/orders/{id}/share": {"url": f"{order_url}/share"},
    }
    others = {"a user": build_auth_headers(), "a member of the staff": build_auth_headers(role="staff")}
    assert await find_ownership_differences(app, client, Path(__file__).parent, calls, owner=owner, others=others) == []
