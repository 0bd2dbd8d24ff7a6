"""Types of the fixtures in `fixtures.py`."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple
from uuid import UUID

from notifications.runtime import NotificationsRuntime

from services.notifications.tests.stream_client import StreamClient

# `await make_user(role="admin")`: a user in the service's copy. Returns the id.
UserFactory = Callable[..., Awaitable[UUID]]
# `await read_inbox(user_id)`: the answer of the list of entries.
InboxReader = Callable[..., Awaitable[dict[str, Any]]]
# `await add_entry(user_id, title=...)`: an entry in the user's inbox, as an event would add it. Returns the id.
EntryFactory = Callable[..., Awaitable[UUID]]
# `await listen(user_id)`: opens a stream and waits until it is initialized.
StreamOpener = Callable[..., Awaitable[StreamClient]]


class ServiceProcess(NamedTuple):
    """Another process of the service under test. It runs in the process of the tests, on an address of its own."""

    address: str
    runtime: NotificationsRuntime
