"""Properties of all containers in docker-compose.yml, checked without starting them."""

import os
import re
from importlib import import_module
from pathlib import Path

import pytest
from chassis.settings import CommonSettings
from contracts import services

from deploy.backup.sources import add_secrets, find_sources
from deploy.compose import make_secrets as compose_secrets
from deploy.local import backups, paths
from tests.compose.files import (
    CONTAINERS_THAT_END,
    ENV_FILES,
    EXAMPLE,
    FILES,
    GATEWAY_ENV_FILE,
    GATEWAY_SETTINGS,
    MAIN_FILE,
    PRODUCTION,
    SERVICES,
    VOLUMES,
)

ROOT = Path(__file__).resolve().parents[2]
# The containers of a trial that keep running. Alerts watch the containers that a profile adds.
LASTING_CONTAINERS = sorted(name for name in set(SERVICES) - CONTAINERS_THAT_END if "profiles" not in SERVICES[name])


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_a_container_drops_unneeded_privileges(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert "privileged" not in service


@pytest.mark.parametrize("name", LASTING_CONTAINERS)
def test_long_running_containers_have_health_checks(name: str) -> None:
    assert SERVICES[name]["healthcheck"]["test"][0] == "CMD"


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_start_order_follows_health_checks(name: str) -> None:
    for other, expected in SERVICES[name].get("depends_on", {}).items():
        condition = "service_completed_successfully" if other in CONTAINERS_THAT_END else "service_healthy"
        assert expected["condition"] == condition


def test_every_volume_belongs_to_a_container() -> None:
    mounts = [str(mount) for service in SERVICES.values() for mount in service.get("volumes", [])]
    unused_volumes = {
        name for name in VOLUMES if not any(re.match(rf"(\$\{{\w+:-)?{name}\}}?:/", mount) for mount in mounts)
    }
    assert unused_volumes == set()


def test_site_starts_although_one_service_fails() -> None:
    """The gateway waits only for its own files, and adds a service when the service is healthy."""
    assert set(SERVICES["gateway"]["depends_on"]) == {"gateway-files"}


def test_ports_are_local_unless_gateway_bind_is_set() -> None:
    published_ports = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert published_ports.pop("gateway") == ["${GATEWAY_BIND:-127.0.0.1}:${PORT:-8080}:8080"]
    assert all(port.startswith("127.0.0.1:") for ports in published_ports.values() for port in ports)


class TestSecrets:
    """`docker compose up` creates the secrets. The repository contains none."""

    @staticmethod
    def create_secrets(tmp_path: Path) -> tuple[int, dict[Path, Path]]:
        """Return the exit code of the container that creates the secrets, and its files by their relative path."""
        (tmp_path / "database" / "18" / "docker").mkdir(parents=True, exist_ok=True)
        code = compose_secrets.main([], tmp_path / "parts", tmp_path / "database")
        return code, {
            file.relative_to(tmp_path / "parts"): file for file in (tmp_path / "parts").rglob("*") if file.is_file()
        }

    def test_first_start_creates_secrets_and_later_ones_keep_them(self, tmp_path: Path) -> None:
        code, first_files = self.create_secrets(tmp_path)
        kept_values = {name: first_files[Path("kept") / name].read_text() for name in compose_secrets.SECRET_NAMES}
        assert code == 0
        assert all(re.fullmatch("[0-9a-f]{64}", value) for value in kept_values.values())
        assert len(set(kept_values.values())) == len(kept_values)
        first_texts = {place: file.read_text() for place, file in first_files.items()}
        (tmp_path / "database" / "18" / "docker" / "base").mkdir(parents=True)
        assert {place: file.read_text() for place, file in self.create_secrets(tmp_path)[1].items()} == first_texts
        assert {file.stat().st_mode & 0o777 for place, file in first_files.items() if place.parts[0] == "kept"} == {
            0o400
        }

    def test_each_part_gets_only_its_own_secrets(self, tmp_path: Path) -> None:
        files = self.create_secrets(tmp_path)[1]
        kept_values = {name: files[Path("kept") / name].read_text() for name in compose_secrets.SECRET_NAMES}
        for service in services.SERVICES:
            text = "".join(file.read_text() for place, file in files.items() if place.parts[0] == service)
            expected_names = {
                f"{service.upper()}_SECRET_KEY",
                f"{service.upper()}_DATABASE_PASSWORD",
                f"NATS_{service.upper()}_PASSWORD",
            }
            expected_names |= {"STATUS_CANARY_PASSWORD"} if service in {"auth", "status"} else set()
            assert {name for name, value in kept_values.items() if value in text} == expected_names
            assert files[Path(service) / "IDENTITY_ROOT_KEYS"].read_text().startswith("k4.public.")
            mounted_volumes = [
                volume for volume in SERVICES[get_compose_name(service)]["volumes"] if volume.startswith("secrets")
            ]
            assert mounted_volumes == [f"secrets-{service}:/secrets:ro"]

    def test_secrets_in_a_folder_of_an_ordinary_user_belong_to_that_user(self, tmp_path: Path) -> None:
        """The container runs as root with two capabilities, so it can read a folder that only its owner may read."""
        if os.geteuid() != 0:
            pytest.skip("only root can try it")
        kept_folder = tmp_path / "parts" / "kept"
        kept_folder.mkdir(parents=True, mode=0o700)
        (kept_folder / "SMTP_URL").write_text("smtps://u:p@mail.example.com:465")
        for path in (kept_folder, kept_folder / "SMTP_URL"):
            os.chown(path, 1000, 1000)
        code, files = self.create_secrets(tmp_path)
        assert code == 0
        assert {(file.stat().st_uid, file.stat().st_gid) for file in kept_folder.iterdir()} == {(1000, 1000)}
        assert files[Path("alerts/SMTP_URL")].read_text() == "smtps://u:p@mail.example.com:465"
        assert SERVICES["secrets"]["cap_add"] == ["DAC_OVERRIDE", "CHOWN"]

    def test_missing_passwords_of_an_existing_database_are_refused(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "database" / "18" / "docker" / "base").mkdir(parents=True)
        code, files = self.create_secrets(tmp_path)
        assert code == 1
        assert files == {}
        assert "AUTH_DATABASE_PASSWORD" in capsys.readouterr().err

    def test_secrets_container_mounts_every_folder(self) -> None:
        container = SERVICES["secrets"]
        secret_values = dict.fromkeys(compose_secrets.SECRET_NAMES, "x")
        mounts = dict(volume.split(":")[:2] for volume in container["volumes"])
        assert {f"/parts/{part}" for part in compose_secrets.list_files(secret_values, "")} <= set(mounts.values())
        assert container["network_mode"] == "none"

    def test_only_operator_tools_get_the_nats_operator_user(self, tmp_path: Path) -> None:
        files = self.create_secrets(tmp_path)[1]
        password = files[Path("kept/NATS_OPERATOR_PASSWORD")].read_text()
        readers = {place.parts[0] for place, file in files.items() if password in file.read_text()}
        assert readers == {"kept", "nats", "operator"}
        assert files[Path("operator/NATS_URL")].read_text() == f"nats://operator:{password}@nats:4222"
        mounting_containers = {
            name
            for name, service in SERVICES.items()
            if any(str(volume).startswith("secrets-operator:") for volume in service.get("volumes", []))
        }
        assert mounting_containers == {"secrets", "declare-streams", "events-dlq"}
        assert SERVICES["events-dlq"]["profiles"] == ["operator"]
        assert SERVICES["events-dlq"]["restart"] == "no"

    def test_all_parts_wait_for_the_secrets(self) -> None:
        for name, service in SERVICES.items():
            if any(str(volume).startswith("secrets-") for volume in service.get("volumes", [])) and name != "secrets":
                waiting_for = [name]
                seen_names = set()
                while waiting_for:
                    part = waiting_for.pop()
                    seen_names.add(part)
                    waiting_for += SERVICES[part].get("depends_on", {})
                assert "secrets" in seen_names or "profiles" in service, name

    def test_no_secret_has_a_default(self) -> None:
        assert not [file for file in FILES if "local-only" in file.read_text()]


def get_compose_name(service: str) -> str:
    return "notifications-1" if service == "notifications" else service


def test_containers_with_data_have_no_internet_access() -> None:
    assert MAIN_FILE["networks"]["data"]["internal"] is True
    assert MAIN_FILE["networks"]["events"]["internal"] is True
    assert (SERVICES["postgres"]["networks"], SERVICES["nats"]["networks"]) == (["data"], ["events"])
    assert list(SERVICES["gateway"]["networks"]) == SERVICES["web"]["networks"] == ["front"]


def list_settings(service: str) -> set[str]:
    """Return the environment variables of all settings in the settings.py of a service."""
    own = import_module(f"{service}.settings").Settings.model_fields
    common = {name: field for name, field in CommonSettings.model_fields.items() if field.validation_alias}
    return {
        str(field.validation_alias) if field.validation_alias else f"{service}_{name}".upper()
        for name, field in (own | common).items()
    }


# The compose files themselves set these for each container, whatever .env says.
FIXED_SETTINGS = {
    "WEB_ROOT",
    "TRUSTED_PROXIES",
    "CSP_BOT_CHECK",
    "CSP_TELEGRAM",
    *(f"{name}_URL" for name in ("AUTH", "CONTENT", "NOTIFICATIONS", "CALCULATOR", "STATUS", "GATEWAY")),
}


@pytest.mark.parametrize("name", services.SERVICES)
def test_every_setting_of_a_service_may_be_in_the_env_file(name: str) -> None:
    container = SERVICES[get_compose_name(name)]
    assert container["env_file"] == ENV_FILES
    hidden_settings = {
        setting
        for setting, value in (container["environment"] | PRODUCTION[get_compose_name(name)]["environment"]).items()
        if setting in list_settings(name) and f"${{{setting}:" not in str(value)
    }
    assert hidden_settings - FIXED_SETTINGS <= {"ENVIRONMENT", "PUBLIC_URL"}


def test_example_contains_no_unknown_setting() -> None:
    """A renamed setting would be ignored silently."""
    known_settings = {setting for service in services.SERVICES for setting in list_settings(service)}
    texts = [file.read_text() for file in (*FILES, ROOT / "deploy/compose/production.yml")]
    texts += [file.read_text() for file in (ROOT / "gateway").rglob("*") if file.suffix in (".yml", ".py")]
    texts += [file.read_text() for file in (ROOT / "deploy" / "backup").rglob("*.py")]
    texts += [(ROOT / "deploy/observability/alerting.py").read_text()]
    text = "\n".join(texts) + (ROOT / "services/auth/src/auth/seed.py").read_text()
    for name in re.findall(r"^([A-Z0-9_]+)=", EXAMPLE, re.MULTILINE):
        assert name in known_settings or re.search(rf"\b{name}\b", text) or name == "COMPOSE_PROFILES", name


def test_the_gateway_reads_its_own_settings_and_no_others() -> None:
    """A change of another setting would replace its only container."""
    routes = "".join(file.read_text() for file in (ROOT / "gateway" / "routes").glob("*.yml"))
    read_settings = set(re.findall(r'env "(\w+)"', routes))
    read_settings |= set(re.findall(r'settings(?:\.get\(|\[)["\'](\w+)', (ROOT / "gateway" / "render.py").read_text()))
    # The addresses of the services come from the defaults of the routes, or from production.yml.
    fixed_settings = {f"{name}_URL" for name in ("AUTH", "CONTENT", "NOTIFICATIONS", "CALCULATOR", "STATUS", "WEB")}
    traefik_settings = {"OTEL_EXPORTER_OTLP_HEADERS", "OTEL_RESOURCE_ATTRIBUTES"}
    assert read_settings - fixed_settings - {"GATEWAY_PUBLIC"} | traefik_settings == GATEWAY_SETTINGS
    for name in ("gateway", "gateway-files"):
        assert SERVICES[name]["env_file"] == GATEWAY_ENV_FILE


def test_services_trust_only_the_gateway() -> None:
    """Other containers of the network are not trusted: code in one of them could choose its address."""
    address = "${GATEWAY_ADDRESS:-172.30.83.254}"
    address6 = "${GATEWAY_ADDRESS6:-fd83:6d65:7269::fe}"
    assert SERVICES["gateway"]["networks"]["front"]["ipv4_address"] == address
    assert PRODUCTION["gateway"]["networks"]["front"]["ipv6_address"] == address6
    for service in ("auth", "content", "notifications-1", "calculator", "status"):
        trusted_addresses = f"{address},{address6},${{TRUSTED_PROXIES:-}}"
        assert SERVICES[service]["environment"]["TRUSTED_PROXIES"] == trusted_addresses


def test_gateway_trusts_only_the_configured_proxies() -> None:
    """The network of the containers is not trusted: visitors of a published port have the address of its bridge."""
    for name in ("gateway", "gateway-files"):
        environment = SERVICES[name].get("environment", {}) | PRODUCTION[name]["environment"]
        assert "TRUSTED_PROXIES" not in environment
    assert "TRUSTED_PROXIES" in GATEWAY_SETTINGS


def test_example_contains_no_secret() -> None:
    assert not re.findall(r"^(\w*(?:PASSWORD|SECRET|SECRET_KEY|TOKEN))=", EXAMPLE, re.MULTILINE)


def test_backup_covers_every_service_with_its_password_and_key(tmp_path: Path) -> None:
    secret_values = {name: name.lower() for name in compose_secrets.SECRET_NAMES}
    files = compose_secrets.list_files(secret_values, "")
    for name, text in files["backup"].items():
        (tmp_path / name).write_text(text)
    backup_environment = SERVICES["backup"]["environment"]
    assert backup_environment["SECRETS_DIR"] == "/secrets"
    environment = add_secrets(
        backup_environment | {"SECRETS_DIR": str(tmp_path), "AUTH_STORAGE_URL": "", "CONTENT_STORAGE_URL": ""}
    )
    for name in paths.SERVICES:
        assert environment[f"{name}_DATABASE_URL".upper()] == files[name]["DATABASE_URL"].replace("+psycopg", "")
        assert environment[f"{name}_SECRET_KEY".upper()] == files[name]["SECRET_KEY"]
    sources = find_sources(environment)
    assert {source.service: source.files for source in sources if source.files} == {
        service: Path("/data") / service / folder for service, folder in backups.FILE_FOLDERS.items()
    }
    assert len(sources) == len(paths.SERVICES)
    assert {f"{service}-data:/data/{service}" for service in backups.FILE_FOLDERS} < set(SERVICES["backup"]["volumes"])


def test_backup_reads_the_folders_of_the_services() -> None:
    folder = ROOT / "services"
    assert '"avatars"' in (folder / "auth/src/auth/profile/avatars.py").read_text()
    assert 'storage_folder: ClassVar[str] = "files"' in (folder / "chassis/src/chassis/settings.py").read_text()
    for service in ("auth", "content"):
        assert SERVICES[service]["volumes"][0] == f"{service}-data:/data"
