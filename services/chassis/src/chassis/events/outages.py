"""Distinguishes outages of PostgreSQL and NATS from failures of requests or code. Work that failed in an outage is
retried.
"""

from nats import errors as nats
from nats.js.errors import NoStreamResponseError, ServiceUnavailableError
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

POSTGRES_DOWN = OperationalError | InterfaceError | PoolTimeout
NATS_DOWN = nats.NoServersError | nats.NoRespondersError | nats.ConnectionClosedError | ServiceUnavailableError
NO_ANSWER = ConnectionError | TimeoutError | NoStreamResponseError


def is_outage(error: BaseException) -> bool:
    """Return True if the error was caused by a dependency that is down."""
    is_connection_lost = isinstance(error, DBAPIError) and error.connection_invalidated
    return is_connection_lost or isinstance(error, POSTGRES_DOWN | NATS_DOWN | NO_ANSWER)
