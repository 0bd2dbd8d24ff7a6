"""Exporter for the parts that export no metrics: NATS, PostgreSQL, mail and web servers, disk, certificate, backups.

Only the local stack runs it, as `python -m deploy.observability.exporter`. Compose and Kubernetes run the usual
exporters.

It checks the parts at each scrape, so no value is older than the scrape. A part that it cannot reach is reported as
down, without other values. Each setting of the environment is optional and enables one check: NATS_MONITOR_URL (all
nodes) and DISK_FOLDERS, both separated by commas, MONITOR_DATABASE_URL, SMTP_URL, WEB_URL, PUBLIC_URL, BACKUP_FOLDER.
"""

import json
import os
import shutil
import signal
import socket
import ssl
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

import psycopg
from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from psycopg.rows import dict_row

from deploy.backup.metrics import read as read_backup_metrics

TIMEOUT_SECONDS = 3.0
Check = Callable[[], list[Metric]]
# Requests to parts of the system ignore the proxy of the environment.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def create_gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, text, value=value)


def add_samples(family: Metric, rows: list[tuple[list[str], float]]) -> Metric:
    """Add one sample for each pair of label values and a number."""
    for labels, value in rows:
        family.add_metric(labels, value)  # type: ignore[attr-defined]
    return family


def fetch(url: str) -> Any:
    with _opener.open(url, timeout=TIMEOUT_SECONDS) as answer:
        return json.loads(answer.read())


class Node(NamedTuple):
    """The monitoring documents of a NATS node: `server` is `varz`, `store` is `jsz`."""

    server: dict[str, Any]
    store: dict[str, Any]


class NodeMetric(NamedTuple):
    """A metric of each node: one field of its document `server` or `store`."""

    kind: type[GaugeMetricFamily] | type[CounterMetricFamily]
    name: str
    text: str
    document: Literal["server", "store"]
    field: str


def collect_nats(urls: str) -> list[Metric]:
    """Return the metrics from `varz` and `jsz` of every node. Raises OSError if no node answers.

    Each node has its own view of a stream and of a consumer. Sizes and lags are those that the leader sees.
    """
    nodes: dict[str, Node] = {}
    up = GaugeMetricFamily("nats_node_up", "1 while a node answers", labels=["node"])
    for url in filter(None, urls.split(",")):
        address = urlsplit(url).netloc
        try:
            server = fetch(f"{url}/varz")
            store = fetch(f"{url}/jsz?streams=true&consumers=true&config=true")
            nodes[address] = Node(server, store)
        except (OSError, ValueError) as error:
            sys.stderr.write(f"nats {address}: {type(error).__name__}: {error}\n")
        up.add_metric([address], float(address in nodes))

    if not nodes:
        raise OSError("no node of NATS answers")

    views = [(node.server["server_name"], stream) for node in nodes.values() for stream in list_streams(node.store)]
    led_streams = [stream for name, stream in views if leads(name, stream)]
    return [
        up,
        *(collect_node_metric(metric, nodes) for metric in NODE_METRICS),
        *collect_stream_sizes(led_streams),
        collect_replica_sequences(nodes),
        *collect_consumer_lags(views),
    ]


NODE_METRICS: list[NodeMetric] = [
    NodeMetric(GaugeMetricFamily, "nats_connections", "Open client connections", "server", "connections"),
    NodeMetric(GaugeMetricFamily, "nats_memory_bytes", "Memory of the server", "server", "mem"),
    NodeMetric(
        CounterMetricFamily,
        "nats_slow_consumers",
        "Clients cut off because they read too slowly",
        "server",
        "slow_consumers",
    ),
    NodeMetric(CounterMetricFamily, "nats_received_messages", "Messages taken from clients", "server", "in_msgs"),
    NodeMetric(CounterMetricFamily, "nats_sent_messages", "Messages given to clients", "server", "out_msgs"),
    NodeMetric(GaugeMetricFamily, "jetstream_storage_bytes", "Bytes kept in streams", "store", "storage"),
    NodeMetric(
        GaugeMetricFamily, "jetstream_storage_limit_bytes", "Bytes that streams may take", "store", "max_storage"
    ),
]


def collect_node_metric(metric: NodeMetric, nodes: dict[str, Node]) -> Metric:
    """Return one metric of all nodes."""
    family = metric.kind(metric.name, metric.text, labels=["node"])
    rows = []
    for name, node in nodes.items():
        document = node.server if metric.document == "server" else node.store
        # JetStream reports its limits in `config`.
        fields = document.get("config", {}) | document
        rows.append(([name], fields[metric.field]))
    return add_samples(family, rows)


def list_streams(store: dict[str, Any]) -> list[dict[str, Any]]:
    return [stream for account in store.get("account_details", []) for stream in account.get("stream_detail") or []]


def leads(node: str, document: dict[str, Any]) -> bool:
    """Return True if this node leads the stream or the consumer in this document. A single node leads all of them."""
    cluster = document.get("cluster") or {}
    return bool(cluster.get("leader", node) == node)


def collect_stream_sizes(streams: list[dict[str, Any]]) -> list[Metric]:
    return [
        add_samples(
            GaugeMetricFamily("jetstream_stream_messages", "Messages kept in a stream", labels=["stream"]),
            [([stream["name"]], stream["state"]["messages"]) for stream in streams],
        ),
        add_samples(
            GaugeMetricFamily("jetstream_stream_bytes", "Bytes kept in a stream", labels=["stream"]),
            [([stream["name"]], stream["state"]["bytes"]) for stream in streams],
        ),
    ]


def collect_replica_sequences(nodes: dict[str, Node]) -> Metric:
    """Return the last message of each stream in the copy of every node.

    A node that lags behind the others has a lower number.
    """
    rows = [
        ([stream["name"], name], stream["state"]["last_seq"])
        for name, node in nodes.items()
        for stream in list_streams(node.store)
    ]
    family = GaugeMetricFamily(
        "jetstream_replica_last_sequence", "Last message of a stream that a node has", labels=["stream", "node"]
    )
    return add_samples(family, rows)


def collect_consumer_lags(views: list[tuple[str, dict[str, Any]]]) -> list[Metric]:
    """Return the metrics of the durable consumers of events.

    Consumers of key-value watchers are temporary and left out.
    """
    events = [(node, stream) for node, stream in views if stream["name"] == "EVENTS"]
    consumers = [
        consumer
        for node, stream in events
        for consumer in stream.get("consumer_detail") or []
        if consumer["config"].get("durable_name") and leads(node, consumer)
    ]
    fields: dict[str, tuple[str, Callable[[dict[str, Any]], int]]] = {
        "jetstream_consumer_pending": ("Events not yet delivered to a service", itemgetter("num_pending")),
        "jetstream_consumer_unacknowledged": (
            "Events delivered and not yet acknowledged",
            itemgetter("num_ack_pending"),
        ),
        "jetstream_consumer_redelivered": ("Events that were delivered again", itemgetter("num_redelivered")),
        "jetstream_consumer_ack_floor": (
            "Sequence number up to which every event is acknowledged",
            lambda consumer: consumer["ack_floor"]["stream_seq"],
        ),
    }
    return [
        add_samples(
            GaugeMetricFamily(name, text, labels=["consumer"]),
            [([consumer["name"]], read_value(consumer)) for consumer in consumers],
        )
        for name, (text, read_value) in fields.items()
    ]


SELECT_DATABASES = """
SELECT pg_database.datname, numbackends, pg_database_size(datid) AS size, xact_commit, xact_rollback, deadlocks,
       blks_hit, blks_read
FROM pg_stat_database JOIN pg_database ON pg_database.oid = datid WHERE NOT datistemplate
"""
SELECT_SERVER = """
SELECT current_setting('max_connections')::int AS max_connections,
       coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0) AS longest_transaction
FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
"""

# Bytes of the log that the server keeps for each slot. Infinity marks a slot whose log is already partly lost.
SELECT_SLOTS = """
SELECT slot_name,
       CASE WHEN wal_status = 'lost' THEN 'Infinity' ELSE coalesce(pg_current_wal_lsn() - restart_lsn, 0) END::float8
           AS behind
FROM pg_replication_slots
"""


def collect_postgres(url: str) -> list[Metric]:
    """Return the statistics of PostgreSQL. Membership in `pg_monitor` is enough; it permits reading no tables."""
    with psycopg.connect(
        url, connect_timeout=int(TIMEOUT_SECONDS), autocommit=True, row_factory=dict_row
    ) as connection:
        databases = connection.execute(SELECT_DATABASES).fetchall()
        slots = connection.execute(SELECT_SLOTS).fetchall()
        [server] = connection.execute(SELECT_SERVER).fetchall()

    def add_column(family: Metric, column: str) -> Metric:
        return add_samples(family, [([str(row["datname"])], float(row[column] or 0)) for row in databases])

    labels = ["database"]
    return [
        create_gauge("postgres_connections_max", "Connections the server accepts", float(server["max_connections"])),
        create_gauge(
            "postgres_longest_transaction_seconds",
            "Age of the oldest open transaction",
            float(server["longest_transaction"]),
        ),
        add_samples(
            GaugeMetricFamily(
                "postgres_slot_behind_bytes",
                "Bytes of WAL after the slot's restart position; Infinity for a lost slot",
                labels=["slot"],
            ),
            [([str(slot["slot_name"])], float(slot["behind"])) for slot in slots],
        ),
        add_column(GaugeMetricFamily("postgres_connections", "Open connections", labels=labels), "numbackends"),
        add_column(GaugeMetricFamily("postgres_size_bytes", "Size of a database", labels=labels), "size"),
        add_column(CounterMetricFamily("postgres_commits", "Committed transactions", labels=labels), "xact_commit"),
        add_column(
            CounterMetricFamily("postgres_rollbacks", "Rolled back transactions", labels=labels), "xact_rollback"
        ),
        add_column(CounterMetricFamily("postgres_deadlocks", "Deadlocks", labels=labels), "deadlocks"),
        add_column(CounterMetricFamily("postgres_blocks_hit", "Blocks found in memory", labels=labels), "blks_hit"),
        add_column(CounterMetricFamily("postgres_blocks_read", "Blocks read from disk", labels=labels), "blks_read"),
    ]


def check_mail(url: str) -> list[Metric]:
    """Check that the mail server greets with 220. With smtps a TCP connection is enough."""
    parts = urlsplit(url)
    default_port = 465 if parts.scheme == "smtps" else 25
    address = (parts.hostname or "localhost", parts.port or default_port)
    with socket.create_connection(address, timeout=TIMEOUT_SECONDS) as connection:
        if parts.scheme == "smtps":
            return []
        first_line = connection.recv(64)
        connection.sendall(b"QUIT\r\n")
    if not first_line.startswith(b"220"):
        raise OSError(f"answers with {first_line!r}")
    return []


def check_pages(url: str) -> list[Metric]:
    with _opener.open(f"{url}/__gateway/alive", timeout=TIMEOUT_SECONDS):
        return []


def collect_disk(folders: str) -> list[Metric]:
    places = [place for place in folders.split(",") if place]
    sizes = [(place, shutil.disk_usage(place)) for place in places]
    return [
        add_samples(
            GaugeMetricFamily("disk_size_bytes", "Size of the disk under a folder", labels=["place"]),
            [([place], size.total) for place, size in sizes],
        ),
        add_samples(
            GaugeMetricFamily("disk_free_bytes", "Free space of the disk under a folder", labels=["place"]),
            [([place], size.free) for place, size in sizes],
        ),
    ]


def collect_certificate(url: str) -> list[Metric]:
    """Return when the site's certificate ends. A site on plain HTTP has none, so the metric has no sample."""
    family = GaugeMetricFamily("certificate_ends_timestamp_seconds", "When the certificate expires", labels=["host"])
    parts = urlsplit(url)
    if parts.scheme == "https" and parts.hostname:
        family.add_metric([parts.hostname], read_certificate_end(parts.hostname, parts.port or 443))
    return [family]


def read_certificate_end(host: str, port: int, context: ssl.SSLContext | None = None) -> float:
    """Return the Unix time at which the certificate expires.

    Returns 0 for an invalid certificate, which browsers refuse as well.
    """
    tls = context or ssl.create_default_context()
    with socket.create_connection((host, port), timeout=TIMEOUT_SECONDS) as tcp_connection:
        try:
            with tls.wrap_socket(tcp_connection, server_hostname=host) as tls_connection:
                end = (tls_connection.getpeercert() or {}).get("notAfter", "")
        except ssl.SSLCertVerificationError:
            return 0.0
    return float(ssl.cert_time_to_seconds(str(end)))


BACKUP_METRICS = {
    "backup_made_timestamp_seconds": "When the newest complete backup was begun",
    "archive_recovery_point_timestamp_seconds": "Time up to which everything is archived",
    "archive_base_timestamp_seconds": "When the newest base backup was begun",
    "restore_drill_timestamp_seconds": "When the last successful restore drill ended",
    "restore_drill_recovery_seconds": "Recovery time of the last successful restore drill",
}


def collect_backups(folder: str) -> list[Metric]:
    """Return the metrics of backups and of the archive, as `deploy.backup.metrics` reads them.

    Without the folder no metric has a sample.
    """
    values = read_backup_metrics(Path(folder)) if Path(folder).is_dir() else {}
    return [GaugeMetricFamily(name, text, value=values.get(name)) for name, text in BACKUP_METRICS.items()]


class PartCollector:
    """Collector that checks all parts at every scrape. `part_up` is 0 for a part that could not be reached."""

    def __init__(self, checks: dict[str, Check]) -> None:
        self._checks = checks

    def collect(self) -> Iterator[Metric]:
        """Run all checks; called by the registry at every scrape."""
        up = GaugeMetricFamily("part_up", "1 while a part answers", labels=["part"])
        for part, check in self._checks.items():
            try:
                metrics = check()
            except (OSError, ValueError, KeyError, psycopg.Error) as error:
                sys.stderr.write(f"{part}: {type(error).__name__}: {error}\n")
                up.add_metric([part], 0)
                continue
            up.add_metric([part], 1)
            yield from metrics
        yield up


# The setting that enables the check of a part, and the check, by part.
CHECKS: dict[str, tuple[str, Callable[[str], list[Metric]]]] = {
    "nats": ("NATS_MONITOR_URL", collect_nats),
    "postgres": ("MONITOR_DATABASE_URL", collect_postgres),
    "mail": ("SMTP_URL", check_mail),
    "web": ("WEB_URL", check_pages),
    "disk": ("DISK_FOLDERS", collect_disk),
    "certificate": ("PUBLIC_URL", collect_certificate),
    "backup": ("BACKUP_FOLDER", collect_backups),
}


def list_enabled_checks(environment: Mapping[str, str]) -> dict[str, Check]:
    """Return the checks that the settings enable, by part."""
    return {part: partial(check, environment[name]) for part, (name, check) in CHECKS.items() if environment.get(name)}


def main() -> None:
    """Serve until SIGTERM or SIGINT."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(PartCollector(list_enabled_checks(os.environ)))

    host = os.environ.get("EXPORTER_HOST", "0.0.0.0")  # noqa: S104
    port = int(os.environ.get("EXPORTER_PORT", "8000"))
    server, thread = start_http_server(port, host, registry)

    stop_requested = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: stop_requested.set())
    stop_requested.wait()
    server.shutdown()
    thread.join()


if __name__ == "__main__":
    main()
