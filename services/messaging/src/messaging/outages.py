"""Which errors mean that PostgreSQL or NATS is down: they are nobody's fault, and what failed is tried again."""

from nats import errors as nats
from nats.js.errors import NoStreamResponseError, ServiceUnavailableError
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

NATS_DOWN = (
    TimeoutError | nats.NoServersError | nats.NoRespondersError | nats.ConnectionClosedError | ServiceUnavailableError
)


def is_outage(error: BaseException) -> bool:
    """Whether the cause is a dependency that is down, not the request or our code."""
    is_lost = isinstance(error, DBAPIError) and error.connection_invalidated
    refused = ConnectionError | NoStreamResponseError | NATS_DOWN
    return is_lost or isinstance(error, OperationalError | InterfaceError | PoolTimeout | refused)
