"""Command line for parked events: `python -m status.parked_events list`, or `... replay [consumer] [event id]`.

A replay publishes events again to all consumers; a consumer that has handled the id does nothing. Exit code 1 if
something could not be done, 2 for a usage error.
"""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from typing import Any

import nats
import nats.errors
from chassis.database.tables import new_id
from chassis.events.registry import parse_body
from chassis.settings import read_latest_secret
from chassis.streams import OperatorSettings
from contracts.event import build_nats_subject, get_publisher
from contracts.services import SERVICES
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import ConsumerConfig, DeliverPolicy

BATCH_SIZE = 50


async def iterate_parked(js: JetStreamContext, consumer: str) -> AsyncIterator[tuple[Msg, dict[str, Any]]]:
    """Yield the parked events of a consumer (`*` for all) with their bodies, oldest first.

    The body of an unreadable event is an empty dictionary.
    """
    # NATS deletes this temporary consumer after so many seconds without a request.
    config = ConsumerConfig(deliver_policy=DeliverPolicy.ALL, inactive_threshold=30)
    subscription = await js.pull_subscribe(f"dlq.{consumer}", stream="DLQ", config=config)
    while True:
        try:
            for message in await subscription.fetch(BATCH_SIZE, timeout=1):
                yield message, parse_body(message.data)
        except TimeoutError:  # raised by the library, or by asyncio on a busy machine
            return


async def replay(js: JetStreamContext, consumer: str, event_id: str | None) -> tuple[int, int]:
    """Publish parked events again and remove them. Returns the numbers of published and unreadable events."""
    published_count = 0
    unreadable_count = 0
    last_sequence = (await js.stream_info("DLQ")).state.last_seq

    async for message, body in iterate_parked(js, consumer):
        # An event that is parked again meanwhile is left for the next replay.
        if message.metadata.sequence.stream > last_sequence:
            break

        if event_id and body.get("id") != event_id:
            continue

        if "type" not in body:
            unreadable_count += 1
            continue

        # The message id is new, because within the duplicate window NATS would silently drop the old id.
        headers = {"Nats-Msg-Id": f"replay-{new_id()}"}
        parked_subject = (message.headers or {}).get("Parked-Subject")
        subject = parked_subject or build_nats_subject(body["type"], get_publisher(body.get("source")))
        await js.publish(subject, message.data, headers=headers)
        await js.delete_msg("DLQ", message.metadata.sequence.stream)
        published_count += 1
    return published_count, unreadable_count


async def _run_replay(js: JetStreamContext, consumer: str, event_id: str | None) -> int:
    """Replay and print the result. Returns the exit code."""
    published_count, unreadable_count = await replay(js, consumer, event_id)
    sys.stdout.write(f"{published_count} replayed\n")
    exit_code = 0
    if unreadable_count:
        sys.stderr.write(f"{unreadable_count} cannot be published again: they have no type\n")
        exit_code = 1
    if event_id and not published_count:
        sys.stderr.write(f"{event_id} is not parked\n")
        exit_code = 1
    return exit_code


async def _print_parked(js: JetStreamContext) -> int:
    """Print all parked events, or that there are none. Returns the exit code."""
    is_empty = True
    async for message, body in iterate_parked(js, "*"):
        is_empty = False
        error = (message.headers or {}).get("Parked-Error", "")
        columns = (body.get("time", "-"), message.subject, body.get("type", "-"), body.get("id", "-"), error)
        sys.stdout.write("  ".join(str(column) for column in columns) + "\n")
    if is_empty:
        sys.stderr.write("no event is parked\n")
    return 0


async def main(arguments: Sequence[str]) -> int:
    """Run the command line. NATS_URL must name the operator's user: services may not read or change parked events."""
    parser = argparse.ArgumentParser(prog="python -m status.parked_events", description="Parked events.")
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("list", help="print all parked events (the default)")
    replay_command = commands.add_parser("replay", help="publish parked events again")
    replay_command.add_argument("consumer", nargs="?", default="*", choices=("*", *SERVICES), help="* for all")
    replay_command.add_argument("event_id", nargs="?", help="replay only the event with this id")

    try:
        options = parser.parse_args(arguments)
    except SystemExit as exit_request:
        # argparse has printed the usage error (2) or the help (0).
        return int(exit_request.code or 0)

    # The connection fails soon, because an operator waits. Without `error_cb` each failed try would log a traceback.
    connection_limits = {"max_reconnect_attempts": 2, "reconnect_time_wait": 1, "drain_timeout": 3}
    try:
        settings = OperatorSettings()
        servers = read_latest_secret("NATS_URL", settings.nats_url).split(",")
        tls_arguments = settings.build_tls_arguments(servers)
        client = await nats.connect(servers, error_cb=_ignore_error, **connection_limits, **tls_arguments)
    except (nats.errors.Error, OSError) as error:
        sys.stderr.write(f"NATS gives no connection: {error}\n")
        return 1

    try:
        js = client.jetstream()
        if options.command == "replay":
            return await _run_replay(js, options.consumer, options.event_id)
        return await _print_parked(js)
    finally:
        await client.close()


async def _ignore_error(_: Exception) -> None:
    """Ignore an error of the client: the call that is awaited raises it."""


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
