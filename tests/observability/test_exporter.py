"""Metrics of the exporter for parts that work, are down or are wrong."""

import datetime
import re
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nats
import psycopg
import pytest
from chassis.testing.nats_cluster import run_nats_cluster
from chassis.testing.plugin import wait_for
from chassis.testing.servers import run_postgres
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from nats.errors import Error
from nats.js import JetStreamContext
from nats.js.api import ConsumerConfig, StreamConfig
from prometheus_client import CollectorRegistry, generate_latest

from deploy.observability import exporter

CERTIFICATE_END = datetime.datetime(2031, 5, 6, 7, 8, 9, tzinfo=datetime.UTC)


def export_metrics(environment: dict[str, str]) -> str:
    registry = CollectorRegistry(auto_describe=False)
    registry.register(exporter.PartCollector(exporter.list_enabled_checks(environment)))
    return generate_latest(registry).decode()


def test_unreachable_part_is_down_and_others_are_reported(tmp_path: Path) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{nobody.getsockname()[1]}"
        body = export_metrics(
            {
                "NATS_MONITOR_URL": f"http://{address}",
                "MONITOR_DATABASE_URL": f"postgresql://monitor@{address}/postgres",
                "SMTP_URL": f"smtp://{address}",
                "WEB_URL": f"http://{address}",
                "DISK_FOLDERS": str(tmp_path),
            }
        )
    for part in ("nats", "postgres", "mail", "web"):
        assert f'part_up{{part="{part}"}} 0.0' in body
    assert 'part_up{part="disk"} 1.0' in body
    assert f'disk_free_bytes{{place="{tmp_path}"}}' in body


def test_lag_of_a_replication_slot_is_measured() -> None:
    with run_postgres() as server:
        url = server.admin_url.replace("+psycopg", "")
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("SELECT pg_create_physical_replication_slot('standby', true)")
            connection.execute("SELECT pg_create_physical_replication_slot('never_used')")
            connection.execute("SELECT pg_logical_emit_message(false, 'x', repeat('x', 2000000), true)")
        body = export_metrics({"MONITOR_DATABASE_URL": url})
    lag_by_slot = {
        slot: float(value) for slot, value in re.findall(r'postgres_slot_behind_bytes{slot="(\w+)"} (\S+)', body)
    }
    assert lag_by_slot.keys() == {"standby", "never_used"}
    assert lag_by_slot["never_used"] == 0
    assert 2_000_000 < lag_by_slot["standby"] < 40_000_000


def test_lag_of_a_slot_that_lost_its_wal_is_infinite() -> None:
    """The server invalidates such a slot at a checkpoint and reports no position for it."""
    with run_postgres() as server:
        url = server.admin_url.replace("+psycopg", "")
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET max_slot_wal_keep_size = '1MB'")
            connection.execute("SELECT pg_reload_conf()")
            connection.execute("SELECT pg_create_physical_replication_slot('archive', true)")
            for _ in range(3):
                connection.execute("SELECT pg_logical_emit_message(false, 'x', repeat('x', 20000000), true)")
                connection.execute("SELECT pg_switch_wal()")
            connection.execute("CHECKPOINT")
            slots = connection.execute("SELECT wal_status, restart_lsn FROM pg_replication_slots").fetchall()
        body = export_metrics({"MONITOR_DATABASE_URL": url})
    assert slots == [("lost", None)]
    assert 'postgres_slot_behind_bytes{slot="archive"} +Inf' in body


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
class TestCluster:
    async def test_metrics_come_from_the_leading_node_and_a_killed_node_is_down(self) -> None:
        with run_nats_cluster() as nodes:
            client = await nats.connect([node.url for node in nodes])
            js = client.jetstream(timeout=30)
            # Requests from before the election get no answer, so the timeout is short and they are repeated.
            await wait_for(lambda: try_to_add_stream(client.jetstream(timeout=2)))
            for number in range(3):
                await js.add_consumer("EVENTS", ConsumerConfig(durable_name=f"c{number}", num_replicas=3))
            for _ in range(5):
                await js.publish("events.x", b"{}")
            urls = ",".join(node.monitor_url for node in nodes)
            body = export_metrics({"NATS_MONITOR_URL": urls})
            assert body.count("jetstream_stream_messages{") == 1
            assert 'jetstream_stream_messages{stream="EVENTS"} 5.0' in body
            for number in range(3):
                assert f'jetstream_consumer_pending{{consumer="c{number}"}} 5.0' in body
            assert body.count("nats_connections{") == 3
            await wait_for(lambda: count_complete_copies(urls, 5) == 3)
            await client.close()
            nodes[1].kill()
            body = export_metrics({"NATS_MONITOR_URL": urls})
            assert f'nats_node_up{{node="{nodes[1].monitor_url.removeprefix("http://")}"}} 0.0' in body
            assert 'part_up{part="nats"} 1.0' in body
            assert body.count("nats_connections{") == 2


def count_complete_copies(urls: str, messages: int) -> int:
    """Return the number of nodes that have all messages. The last of them gets a message after it was acknowledged."""
    body = export_metrics({"NATS_MONITOR_URL": urls})
    return len(re.findall(rf'jetstream_replica_last_sequence{{node="[^"]+",stream="EVENTS"}} {messages}\.0', body))


async def try_to_add_stream(js: JetStreamContext) -> bool:
    """Add the stream EVENTS. Returns False if the cluster has no leader yet: it then accepts no streams."""
    try:
        await js.add_stream(StreamConfig(name="EVENTS", subjects=["events.>"], num_replicas=3))
    except (Error, TimeoutError):
        return False
    return True


def test_only_configured_parts_are_checked() -> None:
    assert "part=" not in export_metrics({})


def test_plain_http_has_no_certificate_metric() -> None:
    body = export_metrics({"PUBLIC_URL": "http://localhost:8080"})
    assert 'part_up{part="certificate"} 1.0' in body
    assert "# TYPE certificate_ends_timestamp_seconds gauge" in body


@contextmanager
def run_tls_server(folder: Path) -> Iterator[tuple[int, Path]]:
    """Run a server with a self-signed certificate for `localhost`. Yields its port and the file of the certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(1).not_valid_before(datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC))
    builder = builder.not_valid_after(CERTIFICATE_END)
    builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    file = folder / "certificate.pem"
    encoding = serialization.Encoding.PEM
    private_format = serialization.PrivateFormat.PKCS8
    no_encryption = serialization.NoEncryption()
    certificate = builder.sign(key, hashes.SHA256()).public_bytes(encoding)
    file.write_bytes(certificate + key.private_bytes(encoding, private_format, no_encryption))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve_certificate() -> None:
            with listener.accept()[0] as connection:
                try:
                    context.wrap_socket(connection, server_side=True).close()
                except OSError:
                    return

        thread = threading.Thread(target=serve_certificate)
        thread.start()
        yield listener.getsockname()[1], file
        thread.join()


def test_expiry_is_read_from_the_certificate(tmp_path: Path) -> None:
    with run_tls_server(tmp_path) as (port, file):
        trusting_context = ssl.create_default_context(cafile=file)
        assert exporter.read_certificate_end("localhost", port, trusting_context) == CERTIFICATE_END.timestamp()


def test_invalid_certificate_counts_as_expired(tmp_path: Path) -> None:
    with run_tls_server(tmp_path) as (port, _):
        assert exporter.read_certificate_end("localhost", port) == 0


def test_mail_server_without_an_answer_is_down() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve_refusal() -> None:
            with listener.accept()[0] as connection:
                connection.sendall(b"554 go away\r\n")
                connection.recv(64)

        thread = threading.Thread(target=serve_refusal)
        thread.start()
        with pytest.raises(OSError, match="answers with"):
            exporter.check_mail(f"smtp://127.0.0.1:{listener.getsockname()[1]}")
        thread.join()


def test_time_of_the_newest_complete_backup_is_exported(tmp_path: Path) -> None:
    folder = tmp_path / "backups"

    def collect_times() -> list[float]:
        family, *_ = exporter.collect_backups(str(folder))
        return [sample.value for sample in family.samples]

    assert collect_times() == []
    folder.mkdir()
    assert collect_times() == [0.0]
    for name in ("2031-05-05T07-08-09Z", "2031-05-06T07-08-09Z", ".2031-05-07T07-08-09Z"):
        (folder / name).mkdir()
        (folder / name / "manifest.json").touch()
    (folder / "2031-05-08T07-08-09Z").mkdir()
    assert collect_times() == [CERTIFICATE_END.timestamp()]
    assert 'part_up{part="backup"} 1.0' in export_metrics({"BACKUP_FOLDER": str(folder)})


def test_archive_reports_its_recovery_point_and_last_drill(tmp_path: Path) -> None:
    without_archive = {family.name: family.samples for family in exporter.collect_backups(str(tmp_path))}
    assert without_archive["archive_recovery_point_timestamp_seconds"] == []
    (tmp_path / "archive.json").write_text('{"recovery_point": 60.5, "base": 30}')
    values = {family.name: family.samples[0].value for family in exporter.collect_backups(str(tmp_path))}
    assert values["archive_recovery_point_timestamp_seconds"] == 60.5
    assert values["restore_drill_timestamp_seconds"] == 0
    assert "archive_base_timestamp_seconds 30.0" in export_metrics({"BACKUP_FOLDER": str(tmp_path)})
