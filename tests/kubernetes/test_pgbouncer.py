"""The component `pgbouncer`: its changes of `large`, and the real program with its configuration."""

import asyncio
import os
import re
import shlex
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from configparser import ConfigParser
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml
from chassis.database import session
from chassis.database.session import make_engine
from chassis.testing.ports import find_free_port
from chassis.testing.servers import Postgres, open_folder, run_postgres
from contracts.services import SERVICES
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from tests.kubernetes.render import Document, get_pod_spec, list_containers, render_objects
from tests.kubernetes.test_sizes import VERSIONS, validate_objects

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy" / "kubernetes"
COMPONENT = FOLDER / "components" / "pgbouncer"
# PGBOUNCER names the program if it is not on PATH. Debian 13 has one.
PROGRAM = shlex.split(os.environ.get("PGBOUNCER") or shutil.which("pgbouncer") or "")


def is_new_enough() -> bool:
    """Return True from version 1.21 on, which prepares statements in transaction mode. Older ones refuse the file."""
    if not PROGRAM:
        return False
    output = subprocess.run([*PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"PgBouncer (\d+)\.(\d+)", output)
    assert version, output
    return (int(version[1]), int(version[2])) >= (1, 21)


def read_configuration() -> ConfigParser:
    parser = ConfigParser(delimiters=("=",))
    parser.read(COMPONENT / "pgbouncer.ini")
    return parser


@pytest.fixture(scope="module")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> list[Document]:
    folder = tmp_path_factory.mktemp("pooled")
    folders = {name: [os.path.relpath(FOLDER / name, folder)] for name in ("large", "components/pgbouncer")}
    overlay = {"resources": folders["large"], "components": folders["components/pgbouncer"]}
    (folder / "kustomization.yaml").write_text(yaml.safe_dump({"namespace": "meridian-avto", **overlay}))
    return render_objects(folder)


class TestManifests:
    @staticmethod
    def find(rendered: list[Document], kind: str, name: str) -> Document:
        [manifest] = [
            document for document in rendered if (document["kind"], document["metadata"]["name"]) == (kind, name)
        ]
        return manifest

    @pytest.mark.parametrize("version", VERSIONS)
    def test_every_object_is_valid(self, rendered: list[Document], version: str) -> None:
        assert {"Deployment", "Service", "NetworkPolicy"} <= validate_objects(rendered, version)

    def test_services_use_the_pooler_but_migrations_and_backups_do_not(self, rendered: list[Document]) -> None:
        pooled_services = set()
        for document in filter(get_pod_spec, rendered):
            for container in list_containers(document):
                sources = {variable["name"]: variable.get("valueFrom", {}) for variable in container.get("env", [])}
                keys = {name: source["secretKeyRef"] for name, source in sources.items() if "secretKeyRef" in source}
                if reference := keys.get("DATABASE_URL"):
                    assert reference == {"name": container["name"], "key": "POOLED_DATABASE_URL"}
                    pooled_services.add((document["metadata"]["name"], container["name"]))
                else:
                    assert "POOLED_DATABASE_URL" not in str(container)
        assert pooled_services == {*((name, name) for name in SERVICES), ("notifications-streams", "notifications")}
        roles = {
            name: next(
                variable["value"]
                for variable in list_containers(self.find(rendered, "Deployment", name))[-1]["env"]
                if variable["name"] == "NOTIFICATIONS_ROLE"
            )
            for name in ("notifications", "notifications-streams")
        }
        assert roles == {"notifications": "api", "notifications-streams": "streams"}

    def test_postgresql_has_enough_connections_for_the_pooler(self, rendered: list[Document]) -> None:
        limit = int(self.find(rendered, "Cluster", "postgres")["spec"]["postgresql"]["parameters"]["max_connections"])
        pooler_settings = read_configuration()["pgbouncer"]
        deployment = self.find(rendered, "Deployment", "pgbouncer")["spec"]
        pods = deployment["replicas"] + deployment["strategy"]["rollingUpdate"]["maxSurge"]
        # A starting pod migrates with two direct connections. A few are reserved for operators.
        assert pods * len(SERVICES) * int(pooler_settings["default_pool_size"]) + 50 < limit
        replicas_by_name = {
            document["metadata"]["name"]: document["spec"]["maxReplicas"]
            for document in rendered
            if document["kind"] == "HorizontalPodAutoscaler"
        }
        max_connections = sum(count * 20 for name, count in replicas_by_name.items() if name not in ("gateway", "web"))
        assert max_connections <= deployment["replicas"] * int(pooler_settings["max_client_conn"])

    def test_only_services_reach_the_pooler_and_it_reaches_only_postgresql(self, rendered: list[Document]) -> None:
        label = {"podSelector": {"matchLabels": {"app.kubernetes.io/name": "pgbouncer"}}}
        policy = self.find(rendered, "NetworkPolicy", "pgbouncer")["spec"]
        services = {"podSelector": {"matchLabels": {"app.kubernetes.io/component": "service"}}}
        assert [rule["from"] for rule in policy["ingress"]] == [[services]]
        assert [rule["to"] for rule in policy["egress"]] == [
            [{"podSelector": {"matchLabels": {"cnpg.io/cluster": "postgres"}}}]
        ]
        assert label in self.find(rendered, "NetworkPolicy", "postgres")["spec"]["ingress"][0]["from"]
        assert [rule["to"] for rule in self.find(rendered, "NetworkPolicy", "to-pgbouncer")["spec"]["egress"]] == [
            [label]
        ]

    def test_pooler_sets_the_limits_of_sessions(self) -> None:
        source = Path(session.__file__).read_text()
        # The constants are read from the source, because the fixtures of other tests set longer limits in the module.
        constants = dict(re.findall(r"^(\w+_SECONDS) = (\d+)$", source, re.MULTILINE))
        options = re.sub(r"\{(\w+_SECONDS)\}", lambda match: constants[match[1]], source)
        limits = {name: f"{seconds}000" for name, seconds in re.findall(r"-c (\w+_timeout)=(\d+)s", options)}
        pooler_limits = dict(re.findall(r"SET (\w+) = (\d+)", read_configuration()["databases"]["*"]))
        # PgBouncer closes unused connections to PostgreSQL itself (`server_idle_timeout`).
        assert pooler_limits | {"idle_session_timeout": "300000"} == limits
        assert read_configuration()["pgbouncer"]["ignore_startup_parameters"].split(", ") == list(limits)


@pytest.mark.skipif(not is_new_enough(), reason="there is no PgBouncer 1.21 or newer here")
class TestProgram:
    @contextmanager
    def run_pooler(self, server: Postgres, folder: Path, size: int) -> Iterator[str]:
        """Run PgBouncer with the component's configuration and `size` connections. Yields the address of `auth`."""
        socket_folder = parse_qs(urlsplit(server.admin_url).query)["host"][0]
        port = find_free_port()
        lines = (COMPONENT / "pgbouncer.ini").read_text()
        for old, new in {
            "host=postgres-rw port=5432": f"host={socket_folder} user=postgres",
            "listen_addr = *": "listen_addr = 127.0.0.1",
            "listen_port = 5432": f"listen_port = {port}",
            "default_pool_size = 40": f"default_pool_size = {size}",
            "/etc/pgbouncer/secret": str(folder),
        }.items():
            assert old in lines
            lines = lines.replace(old, new)
        (folder / "userlist.txt").write_text('"auth" "secret"\n')
        (folder / "pgbouncer.ini").write_text(lines)
        # PgBouncer does not run as root. The user of the server may enter the folder of its socket.
        user = ["-u", Path(socket_folder).owner()] if os.geteuid() == 0 else []
        with subprocess.Popen(
            [*PROGRAM, *user, folder / "pgbouncer.ini"], stderr=subprocess.PIPE, text=True
        ) as program:
            try:
                wait_for_port(port)
                yield f"postgresql+psycopg://auth:secret@127.0.0.1:{port}/auth"
            finally:
                program.kill()

    @pytest.fixture
    def folder(self) -> Iterator[Path]:
        with open_folder("pgbouncer") as opened:
            yield opened

    def test_many_clients_share_few_connections(self, folder: Path) -> None:
        """Forty tasks over a pool of twenty use prepared statements, transactions and locks on three connections."""

        async def work(url: str) -> set[tuple[str, ...]]:
            engine = make_engine(lambda: url, pool_size=10)
            seen_connections = set()

            async def run_transactions(number: int) -> None:
                for _ in range(10):
                    async with engine.begin() as db:
                        await db.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": number % 5})
                        shown_values = [
                            (await db.execute(text(f"SHOW {name}"))).scalar_one()
                            for name in ("timezone", "statement_timeout", "lock_timeout")
                        ]
                        assert (
                            await db.execute(text("SELECT :number + 1"), {"number": number})
                        ).scalar_one() == number + 1
                        await db.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
                    seen_connections.add(tuple(shown_values))

            await asyncio.gather(*(run_transactions(number) for number in range(40)))
            async with engine.connect() as db:
                idle = (await db.execute(text("SHOW idle_in_transaction_session_timeout"))).scalar_one()
                connections = text("SELECT count(*) FROM pg_stat_activity WHERE datname = 'auth'")
                assert (await db.execute(connections)).scalar_one() <= 3
                assert (
                    await db.execute(text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"))
                ).scalar_one() == 0
            await engine.dispose()
            return {(*connection, idle) for connection in seen_connections}

        with run_postgres() as server:
            server.create("auth")
            with self.run_pooler(server, folder, size=3) as url:
                assert asyncio.run(work(url)) == {("UTC", "30s", "10s", "1min")}

    def test_a_wrong_password_is_refused(self, folder: Path) -> None:
        async def connect(url: str) -> None:
            async with make_engine(lambda: url, pool_size=1).connect():
                pass

        with (
            run_postgres() as server,
            self.run_pooler(server, folder, size=1) as url,
            pytest.raises(OperationalError),
        ):
            asyncio.run(connect(url.replace(":secret@", ":wrong@")))


def wait_for_port(port: int) -> None:
    for _ in range(6000):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise TimeoutError("pgbouncer did not start")
