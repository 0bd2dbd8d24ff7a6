"""What deploy/compose/production.yml adds for a server on the internet, without starting a container."""

import os
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from chassis.settings import CommonSettings
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
# The containers, not the services: notifications runs twice.
OURS = ("auth", "content", "notifications-1", "notifications-2", "calculator", "status")


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
        assert f"{challenge}Challenge" in resolver

    def test_or_from_files(self, tmp_path: Path) -> None:
        static = static_configuration(tmp_path, ACME_CHALLENGE="none")
        assert "certificatesResolvers" not in static
        routes = Path(static["providers"]["file"]["directory"])
        assert yaml.safe_load((routes / "certificates.yml").read_text()).keys() == {"tls"}
        assert (routes / "web.yml").exists()
        assert "certResolver" not in static["entryPoints"]["public"]["http"]["tls"]

    def test_the_real_authority_is_asked_only_when_named(self) -> None:
        assert "acme-staging" in PRODUCTION["gateway"]["environment"]["ACME_SERVER"]


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
