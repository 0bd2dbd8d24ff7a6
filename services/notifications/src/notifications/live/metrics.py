from prometheus_client import Counter, Gauge, Histogram

OPEN = Gauge("live_streams_open", "Open streams of this replica")
DELIVERED_EVENTS = Counter("live_events_delivered_total", "Events written to streams")
REPLAYS = Counter("live_replays_total", "Streams opened with Last-Event-ID, by result", ["result"])
REPLAYED_EVENTS = Counter("live_events_replayed_total", "Events read from the log")
SLOW_READERS = Counter("live_slow_readers_total", "Streams closed because their client did not read fast enough")
CLOSED_STREAMS = Counter("live_streams_closed_total", "Streams closed by the server", ["reason"])
LATENCY = Histogram(
    "live_delivery_seconds",
    "Seconds from an event to its writing to a stream",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15),
)
