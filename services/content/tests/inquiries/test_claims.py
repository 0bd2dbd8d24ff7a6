"""Inquiries of a guest are attached to the account that is registered later with the same confirmed email address."""

from typing import Any
from uuid import UUID

from chassis.database.tables import new_id
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventDelivery, EventReader
from chassis.testing.plugin import MovableClock
from content.inquiries.tables import Contact, ServiceRequest
from content.runtime import Session
from contracts.auth import UserErased, UserRegistered, UserUpdated, UserVerified
from contracts.content import RequestsClaimed
from sqlalchemy import select
from sqlmodel import col

EMAIL = "anna@example.com"
FORM = {"name": "Анна Орлова", "phone": "+7 495 000-00-21", "email": EMAIL, "consent": True}
NAMES = {"first_name": "Анна", "last_name": "Орлова"}


async def send_request(client: ApiClient, headers: dict[str, str] | None = None, **changes: Any) -> dict[str, Any]:
    answer = await client.post("/api/requests", json=FORM | {"kind": "selection"} | changes, headers=headers or {})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def send_message(client: ApiClient, **changes: Any) -> dict[str, Any]:
    answer = await client.post("/api/contact", json=FORM | {"message": "Хочу универсал"} | changes)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def list_owners(db: Session, table: type[Contact] | type[ServiceRequest]) -> dict[str, UUID | None]:
    """Return the account of each inquiry by its reference."""
    rows = await db.execute(select(col(table.reference), col(table.user_id)))
    return {row.reference: row.user_id for row in rows}


async def list_bookings(client: ApiClient, headers: dict[str, str]) -> list[dict[str, Any]]:
    return list((await client.get("/api/me/bookings", headers=headers)).json()["bookings"])


async def test_a_confirmed_registration_claims_the_inquiries_from_its_address(
    client: ApiClient,
    build_auth_headers: AuthHeadersBuilder,
    deliver: EventDelivery,
    db: Session,
    read_events: EventReader,
) -> None:
    first_request = await send_request(client, message="Универсал, дизель")
    second_request = await send_request(client, kind="callback", email="ANNA@example.com")
    contact = await send_message(client)
    user_id = new_id()
    await deliver(UserVerified(user_id=user_id, email="Anna@example.com", **NAMES))
    assert await list_owners(db, ServiceRequest) == {
        first_request["reference"]: user_id,
        second_request["reference"]: user_id,
    }
    assert await list_owners(db, Contact) == {contact["reference"]: user_id}
    bookings = await list_bookings(client, build_auth_headers(id=user_id))
    assert [(booking["title"], booking["note"], booking["status"]) for booking in bookings] == [
        ("Обратный звонок", None, "requested"),
        ("Подбор автомобиля", "Универсал, дизель", "requested"),
    ]
    assert [booking["request_id"] for booking in bookings] == [second_request["id"], first_request["id"]]
    assert [(event.user_id, event.references) for event in await read_events(RequestsClaimed)] == [
        (user_id, [first_request["reference"], second_request["reference"]])
    ]


async def test_a_repeated_event_claims_nothing_more(
    client: ApiClient, build_auth_headers: AuthHeadersBuilder, deliver: EventDelivery, read_events: EventReader
) -> None:
    await send_request(client)
    user_id = new_id()
    for _ in range(2):
        await deliver(UserVerified(user_id=user_id, email=EMAIL, **NAMES))
    assert len(await list_bookings(client, build_auth_headers(id=user_id))) == 1
    assert len(await read_events(RequestsClaimed)) == 1


async def test_only_a_confirmed_address_claims(client: ApiClient, deliver: EventDelivery, db: Session) -> None:
    request = await send_request(client)
    await deliver(UserRegistered(user_id=new_id(), email=EMAIL, **NAMES), wait=False)
    await deliver(UserUpdated(user_id=new_id(), email=EMAIL, role="user", **NAMES))
    assert await list_owners(db, ServiceRequest) == {request["reference"]: None}


async def test_inquiries_of_other_people_are_not_claimed(
    client: ApiClient, build_auth_headers: AuthHeadersBuilder, deliver: EventDelivery, db: Session
) -> None:
    other_user_id = new_id()
    other_user_request = await send_request(client, build_auth_headers(id=other_user_id), message="От другого")
    request_without_email = await send_request(client, email=None)
    other_address_request = await send_request(client, email="anna@example.org")
    user_id = new_id()
    # Only the telephone number is the same, and nobody has proven that it belongs to the account.
    await deliver(UserVerified(user_id=user_id, email=EMAIL, phone=FORM["phone"], **NAMES))
    assert await list_owners(db, ServiceRequest) == {
        other_user_request["reference"]: other_user_id,
        request_without_email["reference"]: None,
        other_address_request["reference"]: None,
    }
    assert await list_bookings(client, build_auth_headers(id=user_id)) == []


async def test_an_inquiry_after_the_registration_is_not_claimed(
    client: ApiClient, deliver: EventDelivery, db: Session, clock: MovableClock
) -> None:
    await deliver(UserVerified(user_id=new_id(), email=EMAIL, **NAMES))
    clock.move(seconds=1)
    request = await send_request(client)
    assert await list_owners(db, ServiceRequest) == {request["reference"]: None}


async def test_a_settled_request_is_claimed_without_a_booking_and_spam_is_not_claimed(
    client: ApiClient,
    admin: dict[str, str],
    build_auth_headers: AuthHeadersBuilder,
    deliver: EventDelivery,
    db: Session,
    read_events: EventReader,
) -> None:
    answered_request = await send_request(client, message="Уже ответили")
    change = {"version": 1, "status": "answered"}
    await client.patch(f"/api/content/admin/requests/{answered_request['id']}", json=change, headers=admin)
    spam_request = await send_request(client, message="Слишком быстро", filled_in_ms=50)
    user_id = new_id()
    await deliver(UserVerified(user_id=user_id, email=EMAIL, **NAMES))
    assert await list_owners(db, ServiceRequest) == {
        answered_request["reference"]: user_id,
        spam_request["reference"]: None,
    }
    assert await list_bookings(client, build_auth_headers(id=user_id)) == []
    assert not await read_events(RequestsClaimed)


async def test_an_erased_account_claims_nothing(client: ApiClient, deliver: EventDelivery, db: Session) -> None:
    request = await send_request(client)
    user_id = new_id()
    await deliver(UserErased(user_id=user_id, erasure_id=new_id()))
    await deliver(UserVerified(user_id=user_id, email=EMAIL, **NAMES))
    assert await list_owners(db, ServiceRequest) == {request["reference"]: None}
