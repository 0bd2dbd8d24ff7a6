"""Declares the streams, buckets and consumers of NATS: `python -m chassis.streams`, with the operator's NATS_URL.

Run it before services of another release start. It may be repeated at any time. It waits for NATS, and ends with exit
code 1 if NATS does not answer within two minutes.
"""

import asyncio
import sys

import nats
import nats.errors
from contracts.subscriptions import SUBSCRIPTIONS, list_readable_subjects
from nats.js import JetStreamContext
from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings

from chassis.events.settings import StreamSettings
from chassis.events.streams import declare_consumers, declare_streams
from chassis.identity.watch import declare_buckets
from chassis.settings import build_service_config, read_latest_secret

TIMEOUT_SECONDS = 120.0


class OperatorSettings(BaseSettings, StreamSettings):
    """Address of NATS with the operator's user, and settings of streams."""

    model_config = build_service_config("")

    nats_url: SecretStr = Field(SecretStr("nats://127.0.0.1:4222"), validation_alias="NATS_URL")


async def declare(js: JetStreamContext, settings: StreamSettings) -> None:
    """Declare all streams, buckets and consumers, since services may not declare them."""
    await declare_streams(js, settings)
    await declare_buckets(js, settings)
    for service in SUBSCRIPTIONS:
        await declare_consumers(js, service, list_readable_subjects(service))


async def main() -> int:
    """Connect and declare, with retries until `TIMEOUT_SECONDS` are over. Returns the exit code."""
    settings = OperatorSettings()
    servers = read_latest_secret("NATS_URL", settings.nats_url).split(",")
    deadline = asyncio.get_running_loop().time() + TIMEOUT_SECONDS
    while True:
        try:
            client = await nats.connect(
                servers,
                allow_reconnect=False,
                connect_timeout=5,
                error_cb=_ignore,
                **settings.build_tls_arguments(servers),
            )
            try:
                await declare(client.jetstream(timeout=15), settings)
            finally:
                await client.close()
            return 0
        except (nats.errors.Error, OSError, TimeoutError) as error:
            if asyncio.get_running_loop().time() > deadline:
                sys.stderr.write(f"The streams and consumers were not declared: {error or type(error).__name__}\n")
                return 1
            await asyncio.sleep(1)


async def _ignore(_: Exception) -> None:
    """Ignore errors of the connection: the awaited calls raise them."""


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
