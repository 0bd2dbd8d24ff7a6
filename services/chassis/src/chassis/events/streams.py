"""Declaration of the event streams and of the consumers by which services read them.

The operator declares both (`python -m chassis.streams`). A service may only inspect its own consumers, fetch and
acknowledge, so it reads what `contracts.subscriptions` names and nothing else. A NATS without users, as in tests, has
no operator: there each service declares what it needs.
"""

import contextlib
from collections.abc import Collection
from datetime import UTC, datetime, timedelta

from nats.js import JetStreamContext
from nats.js.api import (
    AckPolicy,
    ConsumerConfig,
    DeliverPolicy,
    DiscardPolicy,
    Placement,
    RetentionPolicy,
    StreamConfig,
)
from nats.js.errors import NotFoundError

from chassis.events.settings import StreamSettings

EVENTS = StreamConfig(name="EVENTS", subjects=["events.>"], max_age=30 * 86400, duplicate_window=3600)
# Parts of personal-data exports, which only auth reads. A part is deleted once it was read, or after a day.
EXPORTS = StreamConfig(
    name="EXPORTS",
    subjects=["exports.>"],
    retention=RetentionPolicy.WORK_QUEUE,
    max_age=86400,
    # Not in bytes: NATS would reserve them.
    max_msgs=10_000,
    discard=DiscardPolicy.NEW,
    duplicate_window=3600,
)
DLQ = StreamConfig(name="DLQ", subjects=["dlq.>"], max_age=90 * 86400, duplicate_window=3600)
STREAM_NAMES = ("EVENTS", "EXPORTS", "DLQ")
CONSUMER = ConsumerConfig(ack_policy=AckPolicy.EXPLICIT, ack_wait=20, max_deliver=-1, max_ack_pending=10_000)
# How far back events of a type that is new to the service are read.
CATCH_UP_PERIOD = timedelta(days=1)


def get_placement(settings: StreamSettings) -> Placement | None:
    """Return the placement of streams and buckets, or None for any node."""
    return Placement(tags=settings.list_tags()) if settings.list_tags() else None


async def declare_streams(js: JetStreamContext, settings: StreamSettings) -> None:
    """Create missing streams. Existing streams belong to the operator and keep their configuration."""
    for stream in (EVENTS.evolve(**settings.get_limits()), EXPORTS, DLQ):
        try:
            await js.stream_info(str(stream.name))
        except NotFoundError:
            await js.add_stream(stream.evolve(num_replicas=settings.nats_replicas, placement=get_placement(settings)))


async def declare_consumers(
    js: JetStreamContext, service: str, subjects: Collection[str], *, keeps_others: bool = False
) -> None:
    """Let a service read exactly these NATS subjects; with `keeps_others` also the subjects that its consumer has.

    If the publisher's new release started first, the service's consumer has skipped events of the new types. A catch-up
    consumer, `<service>_earlier`, reads the skipped events of the last day. `until` in its metadata is the sequence up
    to which it reads; the service's consumer reads the later events. The catch-up consumer is created before the filter
    of the service's consumer is widened, so a crash in between loses nothing.
    """
    own_subjects = {subject for subject in subjects if subject.startswith("events.")}
    present_config = await read_consumer_config(js, "EVENTS", service)
    present_subjects: set[str] = set()
    added_subjects: set[str] = set()
    if present_config:
        present_subjects = set(present_config.filter_subjects or ())
        added_subjects = own_subjects - present_subjects

    filter_subjects = own_subjects | present_subjects if keeps_others else own_subjects
    if own_subjects and present_subjects != filter_subjects:
        catch_up_config = None
        if added_subjects:
            catch_up_config = await _declare_catch_up_consumer(js, service, added_subjects)
        await js.add_consumer("EVENTS", CONSUMER.evolve(durable_name=service, filter_subjects=sorted(filter_subjects)))
        if catch_up_config:
            until = str((await js.stream_info("EVENTS")).state.last_seq)
            await js.add_consumer("EVENTS", catch_up_config.evolve(metadata={"until": until}))

    exports = sorted(set(subjects) - own_subjects)
    if exports and await read_consumer_config(js, "EXPORTS", service) is None:
        await js.add_consumer("EXPORTS", CONSUMER.evolve(durable_name=service, filter_subjects=exports))


async def _declare_catch_up_consumer(js: JetStreamContext, service: str, subjects: Collection[str]) -> ConsumerConfig:
    name = f"{service}_earlier"
    with contextlib.suppress(NotFoundError):
        await js.delete_consumer("EVENTS", name)
    start = datetime.now(UTC).replace(minute=0, second=0, microsecond=0) - CATCH_UP_PERIOD
    config = CONSUMER.evolve(
        durable_name=name,
        filter_subjects=sorted(subjects),
        deliver_policy=DeliverPolicy.BY_START_TIME,
        opt_start_time=start,
        inactive_threshold=CATCH_UP_PERIOD.total_seconds(),
    )
    created_config: ConsumerConfig = (await js.add_consumer("EVENTS", config)).config
    return created_config


async def read_consumer_config(js: JetStreamContext, stream: str, consumer: str) -> ConsumerConfig | None:
    """Return the configuration of a consumer, or None if it does not exist."""
    try:
        config: ConsumerConfig = (await js.consumer_info(stream, consumer)).config
    except NotFoundError:
        return None
    return config
