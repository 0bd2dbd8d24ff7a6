"""Properties of deploy/compose/production.yml for a server on the internet, checked without starting containers."""

import json
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from chassis.settings import CommonSettings
from contracts.services import SERVICES
from pydantic import ValidationError

from deploy.backup.__main__ import compute_seconds_until
from deploy.backup.sources import BackupError
from gateway import render
from tests.compose.files import ENV_FILES, FOLDER, GATEWAY_ENV_FILE, GATEWAY_SETTINGS, PRODUCTION, ROOT, read
from tests.compose.files import SERVICES as BASE

# The two containers of each service.
REPLICAS = {
    name: ("notifications-1", "notifications-2") if name == "notifications" else (name, f"{name}-2")
    for name in (*SERVICES, "web")
}
OWN_CONTAINERS = [container for service in SERVICES for container in REPLICAS[service]]
# These containers start with the settings of deploy/compose/streams.env.
STREAMS = ("streams-1", "streams-2")
STREAM_SETTINGS = dict(
    line.split("=", 1) for line in (FOLDER / "streams.env").read_text().splitlines() if line[0] != "#"
)


def omit(container: dict[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in container.items() if key not in names}


def read_static_configuration(tmp_path: Path, **settings: str) -> dict[str, Any]:
    """Return Traefik's static file, as the container `gateway-files` writes it."""
    environment = {"SITE_DOMAIN": "www.example.com", "ACME_EMAIL": "it@example.com", "GATEWAY_PUBLIC": "yes"}
    environment |= {"ACME_SERVER": "https://acme.example/dir"}
    render.write_folder(tmp_path, environment | settings)
    configuration: dict[str, Any] = yaml.safe_load((tmp_path / "traefik.yml").read_text())
    return configuration


def read_route(tmp_path: Path, name: str) -> dict[str, Any]:
    routes: dict[str, Any] = yaml.safe_load((tmp_path / "routes" / name).read_text())
    return routes


class TestGateway:
    @pytest.mark.parametrize(
        ("settings", "share"),
        [
            ({}, 1.0),
            ({"TRACE_SAMPLE": "0.1"}, 0.1),
            ({"TRACE_SAMPLE": "0.1", "OTEL_TRACES_SAMPLER": "always_on"}, 1.0),
            ({"OTEL_TRACES_SAMPLER": "parentbased_always_off"}, 0.0),
            ({"OTEL_TRACES_SAMPLER": "parentbased_traceidratio", "OTEL_TRACES_SAMPLER_ARG": "0.05"}, 0.05),
        ],
    )
    def test_gateway_samples_the_configured_share_of_traces(
        self, tmp_path: Path, settings: dict[str, str], share: float
    ) -> None:
        configuration = read_static_configuration(
            tmp_path, OTEL_EXPORTER_OTLP_ENDPOINT="http://traces:4318", **settings
        )
        assert configuration["tracing"]["sampleRate"] == share

    @pytest.mark.parametrize(
        ("settings", "name"),
        [
            ({"TRACE_SAMPLE": "a tenth"}, "TRACE_SAMPLE"),
            ({"TRACE_SAMPLE": "10"}, "TRACE_SAMPLE"),
            ({"TRACE_SAMPLE": "nan"}, "TRACE_SAMPLE"),
            (
                {"OTEL_TRACES_SAMPLER": "traceidratio", "OTEL_TRACES_SAMPLER_ARG": "-0.1"},
                "OTEL_TRACES_SAMPLER_ARG",
            ),
        ],
    )
    def test_a_wrong_share_of_traces_is_refused_and_writes_nothing(
        self, tmp_path: Path, settings: dict[str, str], name: str
    ) -> None:
        with pytest.raises(render.SettingsError, match=f"{name}=.* is not a number from 0 to 1"):
            read_static_configuration(tmp_path, **settings)
        assert list(tmp_path.iterdir()) == []

    def test_only_ports_80_and_443_are_public(self) -> None:
        bind = "${PUBLIC_BIND:+${PUBLIC_BIND:-}:}"
        published_ports = [f"{bind}80:8000", f"{bind}443:8443/tcp", f"{bind}443:8443/udp"]
        assert PRODUCTION["gateway"]["ports"] == published_ports
        others = {name: service for name, service in PRODUCTION.items() if name != "gateway"}
        assert not [name for name, service in others.items() if "ports" in service]

    def test_https_entry_point_has_the_settings_of_web_and_http_redirects_to_it(self, tmp_path: Path) -> None:
        static = read_static_configuration(tmp_path, SITE_ALIASES="example.com", TRUSTED_PROXIES="10.0.0.0/8")
        points = static["entryPoints"]
        assert points["public"]["http"].pop("tls") == {
            "certResolver": "http",
            "domains": [{"main": "www.example.com", "sans": ["example.com"]}],
        }
        assert points["public"]["http"] == points["web"]["http"]
        assert points["public"]["forwardedHeaders"] == {"trustedIPs": ["10.0.0.0/8"]}
        assert points["web"]["forwardedHeaders"] == {"trustedIPs": ["10.0.0.0/8"]}
        assert points["public"]["asDefault"] is True
        assert points["public"]["http3"] == {"advertisedPort": 443}
        assert points["plain"]["http"]["redirections"] == {"entryPoint": {"to": ":443", "scheme": "https"}}
        assert "asDefault" not in points["plain"]

    @pytest.mark.parametrize("challenge", ["http", "tls"])
    def test_certificate_uses_the_configured_challenge(self, tmp_path: Path, challenge: str) -> None:
        static = read_static_configuration(tmp_path, ACME_CHALLENGE=challenge)
        name = static["entryPoints"]["public"]["http"]["tls"]["certResolver"]
        resolver = static["certificatesResolvers"][name]["acme"]
        assert (resolver["email"], resolver["caServer"]) == ("it@example.com", "https://acme.example/dir")
        assert [key for key in resolver if key.endswith("Challenge")] == [f"{challenge}Challenge"]
        assert list(static["certificatesResolvers"]) == [challenge]

    def test_changed_authority_requests_another_certificate(self, tmp_path: Path) -> None:
        """A change of the setting switches from the staging server to the real one."""
        storage_files = set()
        for number, server in enumerate(("https://staging.example/dir", "https://real.example/dir", "")):
            static = read_static_configuration(tmp_path / str(number), ACME_SERVER=server)
            storage_files.add(static["certificatesResolvers"]["http"]["acme"]["storage"])
        assert len(storage_files) == 3

    def test_wrong_settings_are_refused_without_any_change(self, tmp_path: Path) -> None:
        before = read_static_configuration(tmp_path)
        with pytest.raises(render.SettingsError, match="ACME_CHALLENGE"):
            read_static_configuration(tmp_path, ACME_CHALLENGE="dns")
        with pytest.raises(render.SettingsError, match="SITE_DOMAIN"):
            read_static_configuration(tmp_path, SITE_DOMAIN="")
        assert yaml.safe_load((tmp_path / "traefik.yml").read_text()) == before

    def test_certificate_may_come_from_files(self, tmp_path: Path) -> None:
        static = read_static_configuration(tmp_path, ACME_CHALLENGE="none")
        assert "certificatesResolvers" not in static
        assert static["providers"]["file"]["directory"] == str(tmp_path / "routes")
        served_certificate = read_route(tmp_path, "certificates.yml")["tls"]["stores"]["default"]["defaultCertificate"]
        assert served_certificate == {"certFile": "/certificates/certificate.pem", "keyFile": "/certificates/key.pem"}
        assert (tmp_path / "routes" / "web.yml").exists()
        assert "certResolver" not in static["entryPoints"]["public"]["http"]["tls"]

    def test_old_protocols_and_other_hosts_are_refused(self, tmp_path: Path) -> None:
        read_static_configuration(tmp_path)
        assert read_route(tmp_path, "tls.yml")["tls"]["options"]["default"] == {
            "minVersion": "VersionTLS12",
            "sniStrict": True,
        }

    def test_aliases_redirect_to_the_site(self, tmp_path: Path) -> None:
        read_static_configuration(tmp_path, SITE_ALIASES="example.com, xn--e1afmkfd.example")
        route = read_route(tmp_path, "aliases.yml")["http"]
        assert route["routers"]["aliases"]["rule"] == "Host(`example.com`) || Host(`xn--e1afmkfd.example`)"
        assert route["routers"]["aliases"]["entryPoints"] == ["public"]
        redirect = route["middlewares"]["to-site"]["redirectRegex"]
        assert redirect["permanent"] is True
        target = re.sub(
            redirect["regex"], redirect["replacement"].replace("${1}", r"\1"), "https://example.com/cars?page=2"
        )
        assert target == "https://www.example.com/cars?page=2"

    def test_client_limit_is_below_the_capacity_of_the_server(self) -> None:
        """A server of this size answers about 150 requests per second (docs/faults.md)."""
        environment = PRODUCTION["gateway"]["environment"]
        for kind in ("API", "PAGES"):
            assert environment[f"GATEWAY_{kind}_PER_SECOND"] == f"${{GATEWAY_{kind}_PER_SECOND:-50}}"
            assert environment[f"GATEWAY_{kind}_BURST"] == f"${{GATEWAY_{kind}_BURST:-200}}"

    def test_gateway_files_are_written_for_a_public_site(self) -> None:
        assert PRODUCTION["gateway-files"]["environment"]["GATEWAY_PUBLIC"] == "yes"
        assert "gateway:/configuration" in PRODUCTION["gateway"]["volumes"]


def test_test_authority_replaces_only_the_authority() -> None:
    """A rehearsal uses the same challenge and gateway as the real certificate."""
    services = read(FOLDER / "test-authority.yml")["services"]
    assert set(services) == {"gateway", "gateway-files", "pebble"}
    assert services["gateway-files"]["environment"] == {"ACME_SERVER": "https://pebble:14000/dir"}
    assert set(services["gateway"]["environment"]) == {"LEGO_CA_CERTIFICATES"}
    pebble_settings = json.loads((FOLDER / "pebble.json").read_text())["pebble"]
    # Compose cannot write a file into a read-only container, so it is mounted.
    assert "./deploy/compose/pebble.json:/pebble.json:ro" in services["pebble"]["volumes"]
    ports_of_gateway = {str(published).rpartition(":")[2] for published in PRODUCTION["gateway"]["ports"]}
    assert {str(pebble_settings["httpPort"]), f"{pebble_settings['tlsPort']}/tcp"} <= ports_of_gateway
    hardening_keys = ("read_only", "cap_drop", "security_opt", "logging")
    assert {key: services["pebble"][key] for key in hardening_keys} == {key: BASE["web"][key] for key in hardening_keys}


class TestAlerts:
    def test_site_requires_a_receiver_of_alerts(self) -> None:
        needed_part = PRODUCTION["gateway"]["depends_on"]["alerting"]
        assert needed_part == {"condition": "service_completed_successfully"}
        assert PRODUCTION["alerting"]["environment"]["ENVIRONMENT"] == "production"

    def test_only_traces_need_a_profile(self) -> None:
        names = {name for name, definition in BASE.items() if definition.get("profiles") == ["observability"]}
        assert {name for name in names if PRODUCTION[name].get("profiles") != []} == {"traces"}


class TestReplicas:
    """A service is available as long as one of its two containers is."""

    @pytest.mark.parametrize("name", REPLICAS)
    def test_each_service_has_two_equal_containers(self, name: str) -> None:
        first, second = REPLICAS[name]
        own_keys = ("profiles", "depends_on")
        assert omit(BASE[first], *own_keys) == omit(BASE[second], *own_keys)
        assert omit(PRODUCTION[first], *own_keys) == omit(PRODUCTION[second], *own_keys)
        # The second container always runs in production. Elsewhere it may need the profile `replicas`.
        assert PRODUCTION[second].get("profiles", []) == []
        assert BASE[second].get("profiles", ["replicas"]) == ["replicas"]

    @pytest.mark.parametrize("name", REPLICAS)
    def test_an_upgrade_replaces_the_first_container_before_the_second(self, name: str) -> None:
        """`upgrade.sh` names the first containers. At the first start of a site the second waits for the first."""
        first, second = REPLICAS[name]
        [listed_names] = re.findall(r"^for name in (.+); do$", (FOLDER / "upgrade.sh").read_text(), re.MULTILINE)
        assert first in listed_names.split()
        assert second not in listed_names.split()
        assert BASE[second]["depends_on"][first] == {"condition": "service_healthy"}

    @pytest.mark.parametrize("name", REPLICAS)
    def test_gateway_and_services_know_both_containers(self, name: str) -> None:
        port = 3000 if name == "web" else 8000
        expected = ",".join(f"http://{container}:{port}" for container in REPLICAS[name])
        for container in ("gateway", *OWN_CONTAINERS):
            assert PRODUCTION[container]["environment"][f"{name.upper()}_URL"] == expected

    @pytest.mark.parametrize("name", ["gateway", "postgres", "nats"])
    def test_release_does_not_replace_a_container_without_replica(self, name: str) -> None:
        """Compose replaces a container when its settings change. Without a second container the site would be down."""
        base_definition = BASE[name]
        production_definition = PRODUCTION[name]
        assert "APP_VERSION" not in str(
            (omit(base_definition, "environment"), omit(production_definition, "environment"))
        )
        environment = base_definition.get("environment", {}) | production_definition.get("environment", {})
        assert "APP_VERSION" not in str(environment)
        # .env contains the version, so these containers must not read it.
        assert base_definition.get("env_file", GATEWAY_ENV_FILE) == GATEWAY_ENV_FILE
        assert "APP_VERSION" not in GATEWAY_SETTINGS

    def test_health_checks_are_frequent_only_during_the_start(self) -> None:
        assert {tuple(PRODUCTION[name]["healthcheck"].values()) for name in OWN_CONTAINERS} == {("30s", "3s")}
        assert all("start_period" in BASE[name]["healthcheck"] for name in OWN_CONTAINERS)

    def test_connections_of_all_replicas_fit_into_postgres(self) -> None:
        [pool] = {PRODUCTION[name]["environment"]["DATABASE_POOL"] for name in OWN_CONTAINERS}
        size = int(pool.partition(":-")[2].rstrip("}"))
        [limit] = re.findall(r"max_connections=(\d+)", (FOLDER / "postgres.sh").read_text())
        # A pool opens twice its size for a moment; backups, the exporter and an operator need some.
        streams = sum(int(PRODUCTION[name]["environment"]["DATABASE_POOL"]) for name in STREAMS)
        assert (len(OWN_CONTAINERS) * size + streams) * 2 + 30 <= int(limit)


class TestStreams:
    """Live streams in separate processes need four matching settings."""

    @pytest.mark.parametrize("name", STREAMS)
    def test_stream_containers_are_notifications_with_another_role(self, name: str) -> None:
        stream_definition = BASE[name]
        api_definition = BASE["notifications-1"]
        assert stream_definition["profiles"] == [STREAM_SETTINGS["COMPOSE_PROFILES"]]
        own_keys = ("environment", "profiles", "depends_on")
        assert omit(stream_definition, *own_keys) == omit(api_definition, *own_keys)
        assert stream_definition["environment"] == api_definition["environment"] | {
            "NOTIFICATIONS_ROLE": "streams",
            "DATABASE_POOL": "2",
        }
        production_streams = PRODUCTION[name]
        production_api = PRODUCTION["notifications-1"]
        assert production_streams == production_api | {
            "environment": production_api["environment"] | {"DATABASE_POOL": "2"}
        }

    def test_gateway_sends_streams_only_to_stream_containers(self) -> None:
        assert STREAM_SETTINGS["NOTIFICATIONS_STREAMS_URL"] == ",".join(f"http://{name}:8000" for name in STREAMS)
        assert STREAM_SETTINGS["NOTIFICATIONS_ROLE"] == "api"
        assert "NOTIFICATIONS_STREAMS_URL" in GATEWAY_SETTINGS
        assert BASE["notifications-1"]["env_file"] == ENV_FILES
        for name in ("gateway", "notifications-1"):
            assert not {"NOTIFICATIONS_STREAMS_URL", "NOTIFICATIONS_ROLE"} & set(BASE[name]["environment"])

    def test_prometheus_scrapes_the_stream_containers(self) -> None:
        usual, with_streams = (
            {target["labels"]["service"]: target["targets"] for target in yaml.safe_load(file.read_text())}
            for file in (FOLDER / "targets.yml", ROOT / STREAM_SETTINGS["PROMETHEUS_TARGETS"])
        )
        usual["notifications"] += [f"{name}:8000" for name in STREAMS]
        assert with_streams == usual
        [mount] = PRODUCTION["prometheus"]["volumes"]
        assert mount.startswith("${PROMETHEUS_TARGETS:-./deploy/compose/targets.yml}:")


class TestLimits:
    @pytest.mark.parametrize("name", sorted(set(BASE) - {"mail"}))
    def test_every_container_has_limits(self, name: str) -> None:
        assert PRODUCTION[name]["mem_limit"]
        assert PRODUCTION[name]["cpus"]
        assert BASE[name]["pids_limit"]
        assert BASE[name]["logging"]["options"]["max-size"]

    def test_go_programs_have_a_memory_limit(self) -> None:
        for name in ("gateway", "nats", "alertmanager", "grafana", "traces"):
            container_mib = int(PRODUCTION[name]["mem_limit"].removesuffix("m"))
            program_mib = int(PRODUCTION[name]["environment"]["GOMEMLIMIT"].removesuffix("MiB"))
            assert container_mib * 0.8 < program_mib < container_mib

    def test_kernel_kills_other_programs_before_the_database(self) -> None:
        """The score is a setting, because not every machine allows Docker to lower it."""
        assert PRODUCTION["postgres"]["oom_score_adj"] == "${POSTGRES_OOM_SCORE:--500}"


class TestSettings:
    def test_every_service_runs_in_production_with_a_mail_server(self) -> None:
        for name in (*OWN_CONTAINERS, *(service_name for service_name in BASE if service_name.endswith("-prepare"))):
            environment = PRODUCTION[name]["environment"]
            assert environment["ENVIRONMENT"] == "production"
            # Not the mail server of the trial: without SMTP_URL a service starts only with the file of SECRETS_FOLDER.
            assert environment["SMTP_URL"] == "${SMTP_URL:-}"
            assert environment["PUBLIC_URL"].startswith("https://${SITE_DOMAIN:?")

    def test_a_start_without_the_administrators_address_is_refused(self) -> None:
        environment = PRODUCTION["auth-prepare"]["environment"]
        assert environment["ADMIN_EMAIL"] == "${ADMIN_EMAIL:?ADMIN_EMAIL is missing in .env}"

    def test_the_pages_name_the_address_of_the_site(self) -> None:
        """A starting container writes the canonical addresses and the previews of the pages (web/pages.sh)."""
        built_names = [name for name, service in BASE.items() if "/web:" in service["image"]]
        assert set(built_names) == {"web", "web-2", "pages"}
        for name in built_names:
            assert (
                PRODUCTION[name]["environment"]["PUBLIC_URL"]
                == "https://${SITE_DOMAIN:?SITE_DOMAIN is missing in .env}"
            )

    def test_trial_mail_server_is_refused(self) -> None:
        settings = {
            "environment": "production",
            "public_url": "https://example.com",
            "secret_key": "s" * 40,
            "identity_root_keys": "k4.public.x",
        }
        settings |= {"database_url": "postgresql+psycopg://a:b@postgres/a"}
        CommonSettings.model_validate(settings | {"smtp_url": "smtps://u:p@mail.example.com:465"})
        with pytest.raises(ValidationError, match="SMTP_URL"):
            CommonSettings.model_validate(settings | {"smtp_url": "smtp://mail:1025"})
        with pytest.raises(ValidationError, match="SMTP_URL"):
            CommonSettings.model_validate(settings)

    def test_a_shell_can_read_the_settings(self) -> None:
        """docs/runbooks/deploy.md reads .env in a shell."""
        script = f'. "{FOLDER / "production.env.example"}" && printf "%s %s" "$SITE_DOMAIN" "$MAIL_FROM"'
        completed = subprocess.run(["sh", "-ec", script], capture_output=True, text=True, check=True)
        assert completed.stdout == "www.example.com Меридиан Авто <noreply@example.com>"

    def test_the_example_names_every_setting_of_the_file(self) -> None:
        example = (FOLDER / "production.env.example").read_text()
        used_names = set(re.findall(r"\$\{(\w+)", (FOLDER / "production.yml").read_text()))
        example_names = set(re.findall(r"^#? ?(\w+)=", example, re.MULTILINE))
        # The address of the mail server contains a password, so it is a file of SECRETS_FOLDER.
        assert used_names - example_names <= {"SMTP_URL"}


class TestBackups:
    def test_backup_runs_every_night(self) -> None:
        nightly = BASE["backup-nightly"]
        by_hand = BASE["backup"]
        assert nightly["command"] == ["nightly"]
        assert PRODUCTION["backup-nightly"]["profiles"] == []
        for name in ("image", "volumes", "networks", "depends_on", "read_only", "cap_drop", "security_opt"):
            assert nightly[name] == by_hand[name], name

    def test_next_backup_starts_at_the_configured_time(self) -> None:
        night = datetime(2026, 11, 23, 0, 15, tzinfo=UTC)
        assert compute_seconds_until("00:20", night) == 300
        assert compute_seconds_until("00:15", night) == 86400
        assert compute_seconds_until("00:10", night) == 86400 - 300
        with pytest.raises(BackupError, match="BACKUP_AT"):
            compute_seconds_until("noon", night)

    def test_archive_can_be_recovered_into_a_new_volume(self) -> None:
        """A new volume takes the owner of the folder that it covers; the recovery is run as PostgreSQL's user."""
        [command] = re.findall(
            r"docker compose run (.*) archive archive-recover /", (ROOT / "deploy/backup/README.md").read_text()
        )
        words = command.split()
        volume = words[words.index("-v") + 1].partition(":")[2]
        user, group = words[words.index("--user") + 1].split(":")
        assert f"{user}:{group}" == BASE["postgres"]["user"]
        assert f"postgres:{volume}" in BASE["postgres"]["volumes"]
        dockerfile = (ROOT / "deploy" / "backup" / "Dockerfile").read_text()
        assert re.search(rf"^COPY .*--chown={user}:{group} \S+ {volume}$", dockerfile, re.MULTILINE)

    def test_archive_container_is_hardened_and_reaches_the_store(self) -> None:
        by_hand = BASE["backup"]
        for name in ("archive", "restore-drill"):
            container = BASE[name]
            assert container["profiles"] == ["archive"]
            for key in ("image", "depends_on", "read_only", "cap_drop", "security_opt"):
                assert container[key] == by_hand[key], key
            assert container["networks"] == ["data", "front"]
            assert "ARCHIVE_IDENTITY" not in container["environment"]
            assert "secrets-archive:/secrets:ro" in container["volumes"]
            assert "${BACKUP_FOLDER:-backups}:/backups" in container["volumes"]
