"""What docker-compose.yml promises of every container, without starting one."""

import os
import re
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml
from chassis.settings import CommonSettings
from contracts import services

from deploy.backup.sources import from_environment, with_secrets
from deploy.compose import make_secrets as compose_secrets
from deploy.local import backups, paths

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docker-compose.yml").read_text()
COMPOSE = yaml.safe_load(TEXT)
SERVICES = COMPOSE["services"]
ONCE = {name for name in SERVICES if name.endswith("-prepare") or name in {"pages", "backup", "secrets", "events-dlq"}}
LASTING = sorted(set(SERVICES) - ONCE)
# The account of the login probe is there from the first start.
GIVEN_BY_THE_FILE = {"STATUS_CANARY_EMAIL", "STATUS_CANARY_PASSWORD"}
EMPTY_MEANS_NONE = {"ADMIN_PASSWORD", "AUTH_STORAGE_SECRET_KEY", "CONTENT_STORAGE_SECRET_KEY"}


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_a_container_gives_up_what_it_does_not_need(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert "privileged" not in service


@pytest.mark.parametrize("name", [name for name in LASTING if name != "traces"])
def test_what_lasts_says_whether_it_is_well(name: str) -> None:
    assert SERVICES[name]["healthcheck"]["test"][0] == "CMD"


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_the_order_is_given_by_health(name: str) -> None:
    for other, expected in SERVICES[name].get("depends_on", {}).items():
        finished = other in ONCE
        assert expected["condition"] == ("service_completed_successfully" if finished else "service_healthy")


def test_nothing_is_open_to_the_network_unless_gateway_bind_says_so() -> None:
    published = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert published.pop("gateway") == ["${GATEWAY_BIND:-127.0.0.1}:${PORT:-8080}:8080"]
    assert all(port.startswith("127.0.0.1:") for ports in published.values() for port in ports)


class TestSecrets:
    """`docker compose up` alone makes its secrets; none is written down in the repository."""

    @staticmethod
    def main(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **given: Any) -> Any:
        for name in compose_secrets.NAMES:
            monkeypatch.delenv(name, raising=False)
        for name, value in given.items():
            monkeypatch.setenv(name, value)
        (tmp_path / "database" / "18" / "docker").mkdir(parents=True, exist_ok=True)
        code = compose_secrets.main([], tmp_path / "parts", tmp_path / "database")
        return code, {
            file.relative_to(tmp_path / "parts"): file for file in (tmp_path / "parts").rglob("*") if file.is_file()
        }

    def test_the_first_start_makes_them_and_the_next_keeps_them(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        code, first = self.main(tmp_path, monkeypatch)
        kept = {name: first[Path("kept") / name].read_text() for name in compose_secrets.NAMES}
        assert code == 0
        assert all(re.fullmatch("[0-9a-f]{64}", value) for value in kept.values())
        assert len(set(kept.values())) == len(kept)
        before = {place: file.read_text() for place, file in first.items()}
        (tmp_path / "database" / "18" / "docker" / "base").mkdir(parents=True)
        assert {place: file.read_text() for place, file in self.main(tmp_path, monkeypatch)[1].items()} == before
        assert {file.stat().st_mode & 0o777 for place, file in first.items() if place.parts[0] == "kept"} == {0o400}

    def test_each_part_gets_its_own_only(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        files = self.main(tmp_path, monkeypatch)[1]
        kept = {name: files[Path("kept") / name].read_text() for name in compose_secrets.NAMES}
        for service in services.SERVICES:
            text = "".join(file.read_text() for place, file in files.items() if place.parts[0] == service)
            own = {
                f"{service.upper()}_SECRET_KEY",
                f"{service.upper()}_DATABASE_PASSWORD",
                f"NATS_{service.upper()}_PASSWORD",
            }
            own |= {"STATUS_CANARY_PASSWORD"} if service in {"auth", "status"} else set()
            assert {name for name, value in kept.items() if value in text} == own
            assert files[Path(service) / "IDENTITY_ROOT_KEYS"].read_text().startswith("k4.public.")
            mounted = [one for one in SERVICES[in_compose(service)]["volumes"] if one.startswith("secrets")]
            assert mounted == [f"secrets-{service}:/secrets:ro"]

    def test_values_of_the_settings_count_and_published_ones_are_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        code, files = self.main(tmp_path, monkeypatch, AUTH_SECRET_KEY="ab" * 32)
        assert (code, files[Path("auth/SECRET_KEY")].read_text()) == (0, "ab" * 32)
        public = files[Path("auth/IDENTITY_ROOT_KEYS")].read_text()
        code, files = self.main(tmp_path, monkeypatch, AUTH_SECRET_KEY="cd" * 32)
        assert files[Path("auth/SECRET_KEY")].read_text() == "cd" * 32
        assert files[Path("status/IDENTITY_ROOT_KEYS")].read_text() != public
        code, _ = self.main(tmp_path, monkeypatch, AUTH_SECRET_KEY="local-only-secret-that-production-refuses")
        assert code == 1
        assert "AUTH_SECRET_KEY" in capsys.readouterr().err

    def test_passwords_of_an_unknown_database_are_not_guessed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "database" / "18" / "docker" / "base").mkdir(parents=True)
        code, files = self.main(tmp_path, monkeypatch)
        assert (code, files) == (1, {})
        assert "AUTH_DATABASE_PASSWORD" in capsys.readouterr().err

    def test_the_container_passes_every_name_and_mounts_every_folder(self) -> None:
        container = SERVICES["secrets"]
        assert container["environment"] == {
            name: f"${{{name}:-}}" for name in (*compose_secrets.NAMES, "AUTH_ROOT_SECRET")
        }
        chosen = dict.fromkeys(compose_secrets.NAMES, "x")
        mounts = dict(one.split(":")[:2] for one in container["volumes"])
        assert {f"/parts/{part}" for part in compose_secrets.files_of(chosen, "")} <= set(mounts.values())
        assert container["network_mode"] == "none"

    def test_only_the_operator_s_tools_get_the_operator_s_nats_user(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        files = self.main(tmp_path, monkeypatch)[1]
        password = files[Path("kept/NATS_OPERATOR_PASSWORD")].read_text()
        having = {place.parts[0] for place, file in files.items() if password in file.read_text()}
        assert having == {"kept", "nats", "operator"}
        assert files[Path("operator/NATS_URL")].read_text() == f"nats://operator:{password}@nats:4222"
        mounting = {
            name
            for name, service in SERVICES.items()
            if any(str(one).startswith("secrets-operator:") for one in service.get("volumes", []))
        }
        assert mounting == {"secrets", "declare-streams", "events-dlq"}
        assert SERVICES["events-dlq"]["profiles"] == ["operator"]
        assert SERVICES["events-dlq"]["restart"] == "no"

    def test_nothing_starts_before_them(self) -> None:
        for name, service in SERVICES.items():
            if any(str(one).startswith("secrets-") for one in service.get("volumes", [])) and name != "secrets":
                waited, seen = [name], set()
                while waited:
                    one = waited.pop()
                    seen.add(one)
                    waited += SERVICES[one].get("depends_on", {})
                assert "secrets" in seen or "profiles" in service, name

    def test_no_secret_has_a_default(self) -> None:
        assert "local-only" not in TEXT


def in_compose(service: str) -> Any:
    return "notifications-1" if service == "notifications" else service


def test_what_holds_data_has_no_way_out() -> None:
    assert COMPOSE["networks"]["data"]["internal"] is True
    assert COMPOSE["networks"]["events"]["internal"] is True
    assert (SERVICES["postgres"]["networks"], SERVICES["nats"]["networks"]) == (["data"], ["events"])
    assert list(SERVICES["gateway"]["networks"]) == SERVICES["web"]["networks"] == ["front"]


@pytest.mark.parametrize("name", services.SERVICES)
def test_every_setting_of_a_service_can_be_given(name: str) -> None:
    fields = import_module(f"{name}.settings").Settings.model_fields
    own = [field for field in fields.keys() - CommonSettings.model_fields if not fields[field].validation_alias]
    given = COMPOSE[f"x-{name}"]
    for setting in {f"{name}_{field}".upper() for field in own} - GIVEN_BY_THE_FILE:
        assert given.get(setting) == f"${{{setting}:-}}", setting


def test_every_limit_of_the_gateway_can_be_given() -> None:
    limits = (ROOT / "gateway" / "routes" / "limits.yml").read_text()
    named = set(re.findall(r'env "(GATEWAY_\w+)"', limits))
    assert len(named) == 15
    given = SERVICES["gateway"]["environment"]
    assert {name: given.get(name) for name in named} == {name: f"${{{name}:-}}" for name in named}


def test_services_believe_the_gateway_alone() -> None:
    """Not the other containers of its network: code in one of them would choose its address."""
    address = "${GATEWAY_ADDRESS:-172.30.83.254}"
    assert SERVICES["gateway"]["networks"]["front"]["ipv4_address"] == address
    for service in ("auth", "content", "notifications-1", "calculator", "status"):
        assert SERVICES[service]["environment"]["TRUSTED_PROXIES"] == f"{address},${{TRUSTED_PROXIES:-}}"


def test_the_gateway_trusts_the_proxies_that_are_set() -> None:
    gateway = SERVICES["gateway"]
    assert gateway["environment"]["PROXIES"] == "${TRUSTED_PROXIES:-}"
    static = (ROOT / "gateway" / "traefik.yml").read_text()
    [command] = [line for line in gateway["command"][0].splitlines() if line.startswith("sed ")]
    command = command.replace("$$", "$").replace("/etc/traefik/traefik.yml > /tmp/traefik.yml", "")
    script = command.strip() + f" {ROOT / 'gateway' / 'traefik.yml'}"
    environment = os.environ | {"PROXIES": "10.0.0.1/32,10.0.0.2/32"}
    done = subprocess.run(["sh", "-ec", script], env=environment, capture_output=True, text=True, check=True)
    before, after = yaml.safe_load(static), yaml.safe_load(done.stdout)
    assert before["entryPoints"]["web"]["forwardedHeaders"]["trustedIPs"] == []
    assert after["entryPoints"]["web"]["forwardedHeaders"]["trustedIPs"] == ["10.0.0.1/32", "10.0.0.2/32"]


def test_the_production_example_names_every_secret() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    example = (ROOT / "deploy" / "compose" / "production.env.example").read_text()
    for name in set(re.findall(r"\$\{(\w*(?:PASSWORD|SECRET_KEY))\b", text)):
        assert f"\n{name}=\n" in example


def test_a_backup_holds_every_service_under_its_own_password_and_key(tmp_path: Path) -> None:
    chosen = {name: name.lower() for name in compose_secrets.NAMES}
    files = compose_secrets.files_of(chosen, "")
    for name, text in files["backup"].items():
        (tmp_path / name).write_text(text)
    given = SERVICES["backup"]["environment"]
    assert given["SECRETS_DIR"] == "/secrets"
    environment = with_secrets(
        given | {"SECRETS_DIR": str(tmp_path), "AUTH_STORAGE_URL": "", "CONTENT_STORAGE_URL": ""}
    )
    for name in paths.SERVICES:
        assert environment[f"{name}_DATABASE_URL".upper()] == files[name]["DATABASE_URL"].replace("+psycopg", "")
        assert environment[f"{name}_SECRET_KEY".upper()] == files[name]["SECRET_KEY"]
    sources = from_environment(environment)
    assert {one.service: one.files for one in sources if one.files} == {
        service: Path("/data") / service / folder for service, folder in backups.FILES.items()
    }
    assert len(sources) == len(paths.SERVICES)
    assert {f"{service}-data:/data/{service}" for service in backups.FILES} < set(SERVICES["backup"]["volumes"])


def test_the_files_of_a_backup_are_where_the_services_put_them() -> None:
    services = ROOT / "services"
    assert '"avatars"' in (services / "auth/src/auth/profile/avatars.py").read_text()
    assert 'storage_folder: ClassVar[str] = "files"' in (services / "chassis/src/chassis/settings.py").read_text()
    for service in ("auth", "content"):
        assert SERVICES[service]["volumes"][0] == f"{service}-data:/data"
