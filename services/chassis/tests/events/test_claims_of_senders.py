"""Type and sender of an event must agree with its NATS subject, and its time must not be in the future.

NATS permits each service only its own subjects. Everything in the body is only the sender's claim.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from typing import Any

import orjson
import pytest
from chassis.database.tables import new_id
from chassis.events.registry import EventRefused, check_sender
from chassis.runtime import AnyRuntime, AnySession
from chassis.testing.fixture_types import EventDelivery
from chassis.testing.plugin import wait_for
from contracts.auth import UserErasedDone
from sample.notes.events import NoteWritten
from sample.notes.tables import ReceivedNote
from sqlalchemy import select
from sqlmodel import col

OWN_EVENT = {"type": "content.comment.created", "source": "/services/content", "data": {}}
ANSWER = {
    "type": UserErasedDone.type,
    "source": "/services/status",
    "data": {"user_id": str(new_id()), "erasure_id": str(new_id()), "service": "status"},
}


@pytest.mark.parametrize(
    ("body", "subject"),
    [
        (OWN_EVENT, "events.content.comment.created"),
        (ANSWER, "events.auth.user.erased_done.status"),
        # Only a newer release knows this type.
        (OWN_EVENT | {"type": "content.new.kind"}, "events.content.new.kind"),
    ],
)
def test_an_event_of_its_own_sender_is_accepted(body: dict[str, Any], subject: str) -> None:
    check_sender(body, subject)


@pytest.mark.parametrize(
    ("body", "subject"),
    [
        # The calculator publishes another service's type on its own subject: the erasure of a user.
        (OWN_EVENT | {"type": "auth.user.erased", "source": "/services/auth"}, "events.calculator.calculation.saved"),
        (OWN_EVENT | {"type": "auth.user.erased", "source": "/services/calculator"}, "events.auth.user.erased"),
        (OWN_EVENT | {"source": "/services/status"}, "events.content.comment.created"),
        (OWN_EVENT | {"source": "content"}, "events.content.comment.created"),
        (OWN_EVENT | {"source": None}, "events.content.comment.created"),
        (OWN_EVENT | {"type": "content.new.kind"}, "events.content.other.kind"),
        (OWN_EVENT | {"type": "auth.new.kind"}, "events.content.auth.new.kind"),
        # These are answers in the name of another service.
        (ANSWER | {"source": "/services/content"}, "events.auth.user.erased_done.status"),
        (ANSWER, "events.auth.user.erased_done.content"),
        (ANSWER, "events.auth.user.erased_done"),
        (ANSWER | {"data": ANSWER["data"] | {"service": "content"}}, "events.auth.user.erased_done.status"),  # type: ignore[operator]
    ],
)
def test_an_event_in_the_name_of_another_service_is_refused(body: dict[str, Any], subject: str) -> None:
    with pytest.raises(EventRefused):
        check_sender(body, subject)


@pytest.fixture
async def list_parked_errors(runtime: AnyRuntime) -> AsyncIterator[Callable[[], Awaitable[list[str]]]]:
    """A function that lists the errors of the events that were parked during the test."""
    stream = runtime.bus.js

    async def list_errors() -> list[str]:
        state = (await stream.stream_info("DLQ")).state
        if not state.messages:
            return []
        errors = []
        for number in range(state.first_seq, state.last_seq + 1):
            message = await stream.get_msg("DLQ", number)
            assert message.headers is not None
            errors.append(message.headers["Parked-Error"])
        return errors

    await stream.purge_stream("DLQ")
    yield list_errors
    await stream.purge_stream("DLQ")


@pytest.mark.parametrize(
    "change",
    [
        {"type": "sample.poison.sent"},
        {"source": "/services/auth"},
        {"time": "2999-01-01T00:00:00+00:00"},
    ],
)
@pytest.mark.parametrize("copies", [1, 3])
async def test_a_forged_event_is_parked_at_once_and_has_no_effect(
    runtime: AnyRuntime,
    deliver: EventDelivery,
    db: AnySession,
    list_parked_errors: Callable[[], Awaitable[list[str]]],
    change: dict[str, str],
    copies: int,
) -> None:
    for _ in range(copies):
        id = str(new_id())
        body = {
            "id": id,
            "type": NoteWritten.type,
            "source": "/services/sample",
            "subject": id,
            "time": runtime.now().isoformat(),
            "data": {"note_id": id, "text": "forged"},
            **change,
        }
        await runtime.bus.publish(f"events.{NoteWritten.type}", orjson.dumps(body), message_id=id)
    await deliver(NoteWritten(note_id=new_id(), text="genuine"))

    async def all_are_parked() -> bool:
        return await list_parked_errors() == ["EventRefused"] * copies

    await wait_for(all_are_parked)
    assert list(await db.scalars(select(col(ReceivedNote.text)))) == ["genuine"]


async def test_the_clocks_of_two_hosts_may_differ_by_a_minute(runtime: AnyRuntime, db: AnySession) -> None:
    time_ahead = runtime.now() + timedelta(seconds=50)
    id = new_id()
    body = {
        "id": str(id),
        "type": NoteWritten.type,
        "source": "/services/sample",
        "time": time_ahead.isoformat(),
        "data": {"note_id": str(id), "text": "ahead"},
    }
    await runtime.bus.publish(f"events.{NoteWritten.type}", orjson.dumps(body), message_id=str(id))

    async def has_arrived() -> bool:
        return list(await db.scalars(select(col(ReceivedNote.text)))) == ["ahead"]

    await wait_for(has_arrived)
