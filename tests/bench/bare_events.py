"""Reference of bench_events: a pull consumer in plain nats-py that inserts one row for each event.

Arguments: address of NATS, address of the database, number of events. Prints the seconds from the first fetch to the
last row.
"""

import argparse
import asyncio
import time

import nats
import orjson
import psycopg

FETCH = 100


async def consume(nats_url: str, database: str, count: int) -> float:
    client = await nats.connect(nats_url)
    subscription = await client.jetstream().pull_subscribe_bind(durable="bare", stream="BARE")
    async with await psycopg.AsyncConnection.connect(database, autocommit=True) as db:
        began = time.perf_counter()
        while count > 0:
            messages = await subscription.fetch(FETCH, timeout=10)
            for message in messages:
                data = orjson.loads(message.data)["data"]
                await db.execute("INSERT INTO bare VALUES (%s, %s)", (data["order_id"], data["user_id"]), prepare=True)
                await message.ack()
            count -= len(messages)
        seconds = time.perf_counter() - began
    await client.close()
    return seconds


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Consume events without the platform and print the seconds.")
    parser.add_argument("nats_url")
    parser.add_argument("database")
    parser.add_argument("count", type=int)
    print(asyncio.run(consume(**vars(parser.parse_args()))))
