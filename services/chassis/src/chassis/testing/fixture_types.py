"""Types of the fixtures in `chassis.testing.plugin`, for the signatures of tests."""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

import httpx2

from chassis.mail.mail_queue import QueuedEmail

# Calls the application of the service without a network.
ApiClient = httpx2.AsyncClient
# `build_auth_headers(id=user_id, role="admin")`: the headers of a signed-in caller.
AuthHeadersBuilder = Callable[..., dict[str, str]]
# `await read_events(CommentCreated)`: the events of this type in the outbox.
EventReader = Callable[..., Awaitable[list[Any]]]
# `await deliver(event)`: publishes an event and waits until the service has handled it. Returns its id.
EventDelivery = Callable[..., Awaitable[UUID]]
# `await mailbox(to=None)`: the queued emails, the oldest first.
Mailbox = Callable[..., Awaitable[list[QueuedEmail]]]
