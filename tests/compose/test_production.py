"""What deploy/compose/production.yml adds for a server on the internet, without starting a container."""

import json
import os
import re
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from chassis.settings import CommonSettings
from contracts.services import SERVICES
from pydantic import ValidationError

from deploy.backup.__main__ import seconds_until
from deploy.backup.sources import Refused

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy" / "compose"


class Tagged(yaml.SafeLoader):
    """Reads compose's tags !override and !reset as plain values."""


def construct_plain(loader: yaml.SafeLoader, node: yaml.Node) -> Any:
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    assert isinstance(node, yaml.MappingNode)
    return loader.construct_mapping(node, deep=True)


for tag in ("!override", "!reset"):
    Tagged.add_constructor(tag, construct_plain)

PRODUCTION = yaml.load((FOLDER / "production.yml").read_text(), Tagged)["services"]  # noqa: S506 - a safe loader
BASE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
# The containers, not the services: there are two of each.
REPLICAS = {
    name: ("notifications-1", "notifications-2") if name == "notifications" else (name, f"{name}-2")
    for name in (*SERVICES, "web")
}
OURS = [container for service in SERVICES for container in REPLICAS[service]]
# Started with the settings of deploy/compose/streams.env.
STREAMS = ("streams-1", "streams-2")
STREAM_SETTINGS = dict(
    line.split("=", 1) for line in (FOLDER / "streams.env").read_text().splitlines() if line[0] != "#"
)


def static_configuration(tmp_path: Path, **settings: str) -> dict[str, Any]:
    """Traefik's static file as the container's own script writes it."""
    gateway = PRODUCTION["gateway"]
    [script] = gateway["command"]
    for inside, outside in {
        # First, since the paths of this checkout may contain it.
        "/tmp/": f"{tmp_path}/",  # noqa: S108 - a path inside the container
        "/etc/traefik/traefik.yml": ROOT / "gateway" / "traefik.yml",
        "/etc/traefik/tls.yml": FOLDER / "tls.yml",
        "/etc/traefik/acme.yml": FOLDER / "acme.yml",
        "/etc/traefik/certificates.yml": FOLDER / "certificates.yml",
        "/etc/traefik/routes/*": f"{ROOT}/gateway/routes/*",
        # Its own test is test_certificates.py; here it would outlive the script.
        "sh /etc/traefik/follow_certificate.sh": "true",
        "exec traefik": "exec true",
    }.items():
        script = script.replace(inside, str(outside))
    given = {"SITE_DOMAIN": "www.example.com", "SITE_ALIASES": "", "ACME_EMAIL": "it@example.com"}
    given |= {"ACME_SERVER": "https://acme.example/dir", "ACME_CHALLENGE": "http", "PROXIES": "", "TRACES": ""}
    subprocess.run(["sh", "-ec", script.replace("$$", "$")], env=os.environ | given | settings, check=True)
    loaded: dict[str, Any] = yaml.safe_load((tmp_path / "traefik.yml").read_text())
    return loaded


class TestGateway:
    def test_only_80_and_443_are_open(self) -> None:
        published = {re.sub(r"^\$\{[^}]*\}:", "", port) for port in PRODUCTION["gateway"]["ports"]}
        assert published == {"80:8000", "443:8443/tcp", "443:8443/udp"}
        others = {name: service for name, service in PRODUCTION.items() if name != "gateway"}
        assert not [name for name, service in others.items() if "ports" in service]

    def test_https_has_everything_of_the_plain_entry_point_and_http_leads_to_it(self, tmp_path: Path) -> None:
        static = static_configuration(tmp_path, SITE_ALIASES="example.com", PROXIES="10.0.0.0/8")
        points = static["entryPoints"]
        assert points["public"]["http"].pop("tls") == {
            "certResolver": "http",
            "domains": [{"main": "www.example.com", "sans": ["example.com"]}],
        }
        assert points["public"]["http"] == points["web"]["http"]
        assert (
            points["public"]["forwardedHeaders"] == points["web"]["forwardedHeaders"] == {"trustedIPs": ["10.0.0.0/8"]}
        )
        assert points["public"]["asDefault"] is True
        assert points["public"]["http3"] == {"advertisedPort": 443}
        assert points["plain"]["http"]["redirections"] == {"entryPoint": {"to": ":443", "scheme": "https"}}
        assert "asDefault" not in points["plain"]

    @pytest.mark.parametrize("challenge", ["http", "tls"])
    def test_the_certificate_comes_by_the_challenge_that_is_set(self, tmp_path: Path, challenge: str) -> None:
        static = static_configuration(tmp_path, ACME_CHALLENGE=challenge)
        resolver = static["certificatesResolvers"][static["entryPoints"]["public"]["http"]["tls"]["certResolver"]][
            "acme"
        ]
        assert (resolver["email"], resolver["caServer"]) == ("it@example.com", "https://acme.example/dir")
        assert [key for key in resolver if key.endswith("Challenge")] == [f"{challenge}Challenge"]
        assert list(static["certificatesResolvers"]) == [challenge]

    def test_another_challenge_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(subprocess.CalledProcessError):
            static_configuration(tmp_path, ACME_CHALLENGE="dns")

    def test_or_from_files(self, tmp_path: Path) -> None:
        static = static_configuration(tmp_path, ACME_CHALLENGE="none")
        assert "certificatesResolvers" not in static
        routes = Path(static["providers"]["file"]["directory"])
        assert yaml.safe_load((routes / "certificates.yml").read_text()).keys() == {"tls"}
        assert (routes / "web.yml").exists()
        assert "certResolver" not in static["entryPoints"]["public"]["http"]["tls"]

    def test_the_real_authority_is_asked_only_when_named(self) -> None:
        assert "acme-staging" in PRODUCTION["gateway"]["environment"]["ACME_SERVER"]


class TestReplicas:
    """A service is away no more than its second container is."""

    @pytest.mark.parametrize("name", REPLICAS)
    def test_there_are_two_of_it_and_they_are_the_same(self, name: str) -> None:
        one, other = REPLICAS[name]
        assert BASE[one] == {key: value for key, value in BASE[other].items() if key != "profiles"}
        without_profile = {key: value for key, value in PRODUCTION[other].items() if key != "profiles"}
        assert PRODUCTION[one] == without_profile
        # Started without a profile in production, and in a trial only where the base has two anyway.
        assert PRODUCTION[other].get("profiles", []) == []
        assert BASE[other].get("profiles", ["replicas"]) == ["replicas"]
        assert one in BASE["gateway"]["depends_on"]
        assert other in BASE["gateway"]["depends_on"] | PRODUCTION["gateway"]["depends_on"]

    @pytest.mark.parametrize("name", REPLICAS)
    def test_the_gateway_and_the_services_know_both(self, name: str) -> None:
        port = 3000 if name == "web" else 8000
        expected = ",".join(f"http://{container}:{port}" for container in REPLICAS[name])
        for container in ("gateway", *OURS):
            assert PRODUCTION[container]["environment"][f"{name.upper()}_URL"] == expected

    def test_a_running_container_is_seldom_asked_and_a_starting_one_often(self) -> None:
        assert {tuple(PRODUCTION[name]["healthcheck"].values()) for name in OURS} == {("30s", "3s")}
        assert all("start_period" in BASE[name]["healthcheck"] for name in OURS)

    def test_both_are_upgraded(self) -> None:
        found = re.search(r"for name in (web [^;]+);", (FOLDER / "upgrade.sh").read_text())
        assert found
        assert sorted(found[1].split()) == sorted([*REPLICAS["web"], *OURS, *STREAMS])

    def test_their_connections_fit_into_postgres(self) -> None:
        [pool] = {PRODUCTION[name]["environment"]["DATABASE_POOL"] for name in OURS}
        size = int(pool.partition(":-")[2].rstrip("}"))
        [limit] = [word for word in BASE["postgres"]["command"] if word.startswith("max_connections=")]
        # A pool opens twice its size for a moment; backups, the exporter and an operator need some.
        streams = sum(int(PRODUCTION[name]["environment"]["DATABASE_POOL"]) for name in STREAMS)
        assert (len(OURS) * size + streams) * 2 + 30 <= int(limit.partition("=")[2])


class TestStreams:
    """Live streams in processes of their own: four settings belong together."""

    @pytest.mark.parametrize("name", STREAMS)
    def test_they_are_notifications_with_another_role(self, name: str) -> None:
        own, other = BASE[name], BASE["notifications-1"]
        assert own["profiles"] == [STREAM_SETTINGS["COMPOSE_PROFILES"]]
        for key in (*other, *own):
            if key not in ("environment", "profiles"):
                assert own[key] == other[key], key
        assert own["environment"] == other["environment"] | {"NOTIFICATIONS_ROLE": "streams", "DATABASE_POOL": "2"}
        limits, others = PRODUCTION[name], PRODUCTION["notifications-1"]
        assert limits == others | {"environment": others["environment"] | {"DATABASE_POOL": "2"}}

    def test_the_gateway_sends_streams_there_and_the_others_have_none(self) -> None:
        assert STREAM_SETTINGS["NOTIFICATIONS_STREAMS_URL"] == ",".join(f"http://{name}:8000" for name in STREAMS)
        assert BASE["gateway"]["environment"]["NOTIFICATIONS_STREAMS_URL"] == "${NOTIFICATIONS_STREAMS_URL:-}"
        assert STREAM_SETTINGS["NOTIFICATIONS_ROLE"] == "api"
        assert BASE["notifications-1"]["environment"]["NOTIFICATIONS_ROLE"] == "${NOTIFICATIONS_ROLE:-}"

    def test_compose_itself_reads_the_four_settings(self, tmp_path: Path) -> None:
        docker = ["docker", "compose"]
        if (
            not shutil.which("docker")
            or subprocess.run([*docker, "version"], capture_output=True, check=False).returncode
        ):
            pytest.skip("there is no docker compose here")
        env = (FOLDER / "production.env.example").read_text() + (FOLDER / "streams.env").read_text()
        (tmp_path / "env").write_text(env)
        words = f"--env-file {tmp_path}/env -f docker-compose.yml -f deploy/compose/production.yml config --format json"
        made = subprocess.run([*docker, *words.split()], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        containers = {name: one.get("environment", {}) for name, one in json.loads(made)["services"].items()}
        roles = {
            name: values["NOTIFICATIONS_ROLE"] for name, values in containers.items() if "NOTIFICATIONS_ROLE" in values
        }
        api = dict.fromkeys(("notifications-prepare", "notifications-1", "notifications-2"), "api")
        assert roles == api | dict.fromkeys(STREAMS, "streams")
        assert containers["gateway"]["NOTIFICATIONS_STREAMS_URL"] == STREAM_SETTINGS["NOTIFICATIONS_STREAMS_URL"]

    def test_prometheus_reads_them_with_the_others(self) -> None:
        usual, with_streams = (
            {one["labels"]["service"]: one["targets"] for one in yaml.safe_load(file.read_text())}
            for file in (FOLDER / "targets.yml", ROOT / STREAM_SETTINGS["PROMETHEUS_TARGETS"])
        )
        usual["notifications"] += [f"{name}:8000" for name in STREAMS]
        assert with_streams == usual
        [mount] = PRODUCTION["prometheus"]["volumes"]
        assert mount.startswith("${PROMETHEUS_TARGETS:-./deploy/compose/targets.yml}:")


class TestLimits:
    @pytest.mark.parametrize("name", sorted(set(BASE) - {"mail"}))
    def test_every_container_has_its_share(self, name: str) -> None:
        assert PRODUCTION[name]["mem_limit"]
        assert PRODUCTION[name]["cpus"]
        assert BASE[name]["pids_limit"]
        assert BASE[name]["logging"]["options"]["max-size"]

    def test_go_programs_know_their_memory(self) -> None:
        limits = {"gateway": 1024, "nats": 512, "alertmanager": 128, "grafana": 512, "traces": 1024}
        for name, most in limits.items():
            assert int(PRODUCTION[name]["environment"]["GOMEMLIMIT"].removesuffix("MiB")) < most


class TestSettings:
    def test_every_service_is_in_production_and_has_a_mail_server(self) -> None:
        for name in (*OURS, *(one for one in BASE if one.endswith("-prepare"))):
            environment = PRODUCTION[name]["environment"]
            assert environment["ENVIRONMENT"] == "production"
            # Nothing of the trial: empty, it is the file of SECRETS_FOLDER, or the service does not start.
            assert environment["SMTP_URL"] == "${SMTP_URL:-}"
            assert environment["PUBLIC_URL"].startswith("https://${SITE_DOMAIN:?")

    def test_the_pages_name_the_address_of_the_site(self) -> None:
        """Their canonical addresses and previews are written by the build."""
        built = [name for name, service in BASE.items() if service.get("image") == "meridian-avto/web"]
        assert set(built) == {"web", "web-2", "pages"}
        for name in built:
            assert PRODUCTION[name]["build"]["args"] == {"PUBLIC_URL": PRODUCTION["auth"]["environment"]["PUBLIC_URL"]}

    def test_the_mail_server_of_trials_is_refused(self) -> None:
        given = {"environment": "production", "public_url": "https://example.com", "secret_key": "s" * 40}
        given |= {"database_url": "postgresql+psycopg://a:b@postgres/a"}
        CommonSettings.model_validate(given | {"smtp_url": "smtps://u:p@mail.example.com:465"})
        with pytest.raises(ValidationError, match="SMTP_URL"):
            CommonSettings.model_validate(given | {"smtp_url": "smtp://mail:1025"})
        with pytest.raises(ValidationError, match="SMTP_URL"):
            CommonSettings.model_validate(given)

    def test_the_example_names_every_setting_of_the_file(self) -> None:
        example = (FOLDER / "production.env.example").read_text()
        for name in set(re.findall(r"\$\{(\w+)", (FOLDER / "production.yml").read_text())):
            assert re.search(rf"^#? ?{name}=", example, re.MULTILINE), name


class TestBackups:
    def test_one_each_night(self) -> None:
        nightly = PRODUCTION["backup-nightly"]
        by_hand = BASE["backup"]
        assert nightly["command"] == ["nightly"]
        for name in ("image", "volumes", "networks", "depends_on", "read_only", "cap_drop", "security_opt"):
            assert nightly[name] == by_hand[name], name
        assert by_hand["environment"].items() - nightly["environment"].items() == {
            ("OVERWRITE", "${OVERWRITE:-}"),
            ("OTHER_KEYS", "${OTHER_KEYS:-}"),
            ("ERASURES_FILE", "/data/auth/erasures.jsonl"),
        }

    def test_the_time_of_the_next_one(self) -> None:
        night = datetime(2026, 11, 23, 0, 15, tzinfo=UTC)
        assert seconds_until("00:20", night) == 300
        assert seconds_until("00:15", night) == 86400
        assert seconds_until("00:10", night) == 86400 - 300
        with pytest.raises(Refused, match="BACKUP_AT"):
            seconds_until("noon", night)

    def test_an_archive_can_be_recovered_into_a_new_volume_of_postgres(self) -> None:
        """A new volume takes the owner of the folder that it covers; the recovery is run as PostgreSQL's user."""
        [command] = re.findall(
            r"docker compose run (.*) archive archive-recover /", (ROOT / "deploy/backup/README.md").read_text()
        )
        words = command.split()
        volume = words[words.index("-v") + 1].partition(":")[2]
        user, group = words[words.index("--user") + 1].split(":")
        assert f"{user}:{group}" == BASE["postgres"]["user"]
        assert f"postgres:{volume}" in BASE["postgres"]["volumes"]
        made = (ROOT / "deploy" / "backup" / "Dockerfile").read_text()
        assert re.search(rf"^COPY .*--chown={user}:{group} \S+ {volume}$", made, re.MULTILINE)

    def test_the_archive_runs_as_guarded_as_the_rest_and_reaches_the_store(self) -> None:
        by_hand = BASE["backup"]
        for name in ("archive", "restore-drill"):
            container = PRODUCTION[name]
            assert container["profiles"] == ["archive"]
            for key in ("image", "depends_on", "read_only", "cap_drop", "security_opt"):
                assert container[key] == by_hand[key], key
            assert container["networks"] == ["data", "front"]
            assert container["mem_limit"]
            assert "ARCHIVE_IDENTITY" not in container["environment"]
            assert "secrets-archive:/secrets:ro" in container["volumes"]
            assert "${BACKUP_FOLDER:-backups}:/backups" in container["volumes"]
