"""Events that could not be handled: `python -m status.parked_events list`, or `... replay [consumer] [event id]`.

A replay publishes the event again to all consumers; those that have already handled its id do nothing.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator

import nats
import nats.errors
import orjson
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import ConsumerConfig, DeliverPolicy
from persistence.tables import new_id


async def parked(js: JetStreamContext, consumer: str) -> AsyncIterator[Msg]:
    """All parked events of one consumer (`*` for all), oldest first."""
    config = ConsumerConfig(deliver_policy=DeliverPolicy.ALL, inactive_threshold=30)
    subscription = await js.pull_subscribe(f"dlq.{consumer}", stream="DLQ", config=config)
    while True:
        try:
            for message in await subscription.fetch(50, timeout=1):
                yield message
        except nats.errors.TimeoutError:
            return


async def replay(js: JetStreamContext, consumer: str, only: str | None) -> int:
    """Publish parked events again and remove them from the list; returns how many."""
    count, last = 0, (await js.stream_info("DLQ")).state.last_seq
    async for message in parked(js, consumer):
        # An event that is parked again meanwhile is left for the next replay.
        if message.metadata.sequence.stream > last:
            break
        body = orjson.loads(message.data)
        if only and body["id"] != only:
            continue
        # A fresh message id: within the duplicate window NATS would silently drop the old one.
        headers = {"Nats-Msg-Id": f"replay-{new_id()}"}
        await js.publish(f"events.{body['type']}", message.data, headers=headers)
        await js.delete_msg("DLQ", message.metadata.sequence.stream)
        count += 1
    return count


async def main(arguments: list[str]) -> None:
    """Run the command line; NATS_URL names the operator's user, since no service may read or change these events."""
    verb, consumer, only = (arguments + ["list", "*", ""][len(arguments) :])[:3]
    client = await nats.connect(os.environ.get("NATS_URL", "nats://127.0.0.1:4222").split(","), drain_timeout=3)
    js = client.jetstream()
    if verb == "replay":
        sys.stdout.write(f"{await replay(js, consumer, only or None)} replayed\n")
    else:
        async for message in parked(js, consumer):
            body, headers = orjson.loads(message.data), message.headers or {}
            error = headers.get("Parked-Error", "")
            sys.stdout.write(f"{body['time']}  {message.subject}  {body['type']}  {body['id']}  {error}\n")
    await client.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
