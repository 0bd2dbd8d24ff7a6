"""What docker-compose.yml promises of every container, without starting one."""

import os
import re
import subprocess
from importlib import import_module
from pathlib import Path

import pytest
import yaml
from chassis.settings import CommonSettings

from deploy.backup.sources import from_environment
from deploy.local import backups, paths

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docker-compose.yml").read_text()
COMPOSE = yaml.safe_load(TEXT)
SERVICES = COMPOSE["services"]
ONCE = {
    name
    for name, service in SERVICES.items()
    if name.endswith("-prepare") or name in {"pages", "backup", "identity-root"}
}
LASTING = sorted(set(SERVICES) - ONCE)
# The account of the login probe is there from the first start.
GIVEN_BY_THE_FILE = {"STATUS_CANARY_EMAIL", "STATUS_CANARY_PASSWORD"}
EMPTY_MEANS_NONE = {"ADMIN_PASSWORD", "AUTH_STORAGE_SECRET_KEY", "CONTENT_STORAGE_SECRET_KEY"}


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_a_container_gives_up_what_it_does_not_need(name):
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert "privileged" not in service


@pytest.mark.parametrize("name", [name for name in LASTING if name != "traces"])
def test_what_lasts_says_whether_it_is_well(name):
    assert SERVICES[name]["healthcheck"]["test"][0] == "CMD"


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_the_order_is_given_by_health(name):
    for other, expected in SERVICES[name].get("depends_on", {}).items():
        finished = other in ONCE
        assert expected["condition"] == ("service_completed_successfully" if finished else "service_healthy")


def test_nothing_is_open_to_the_network_unless_gateway_bind_says_so():
    published = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert published.pop("gateway") == ["${GATEWAY_BIND:-127.0.0.1}:${PORT:-8080}:8080"]
    assert all(port.startswith("127.0.0.1:") for ports in published.values() for port in ports)


class TestPublishedSecrets:
    """The defaults of the file are known to everybody, so a site with them is for its own machine only."""

    @staticmethod
    def start_gateway(tmp_path, **settings):
        script = SERVICES["gateway"]["command"][0].replace("$$", "$").replace("exec traefik", ": traefik")
        # In this order: the checkout itself may be below /tmp.
        script = script.replace("/tmp/", f"{tmp_path}/").replace("/etc/traefik", str(ROOT / "gateway"))  # noqa: S108
        environment = {"PATH": os.defpath, "PROXIES": "", "TRACES": "", **settings}
        return subprocess.run(["sh", "-ec", script], env=environment, capture_output=True, text=True, check=False)

    @pytest.mark.parametrize("bind", ["0.0.0.0", "192.0.2.7", "::"])  # noqa: S104
    def test_the_gateway_does_not_open_a_site_with_published_secrets(self, tmp_path, bind):
        done = self.start_gateway(tmp_path, BIND=bind, SECRETS="11111")
        assert done.returncode == 1
        assert "run deploy/compose/secrets.sh first" in done.stderr

    @pytest.mark.parametrize(("bind", "secrets"), [("127.0.0.1", ""), ("::1", ""), ("0.0.0.0", "111111")])  # noqa: S104
    def test_it_starts_on_loopback_or_with_secrets(self, tmp_path, bind, secrets):
        assert self.start_gateway(tmp_path, BIND=bind, SECRETS=secrets).returncode == 0

    def test_the_indicator_covers_every_secret_that_an_attacker_could_use(self):
        names = re.findall(r"\$\{(\w+):\+1\}", SERVICES["gateway"]["environment"]["SECRETS"])
        published = {name for name in re.findall(r"\$\{(\w+):-local-only", TEXT) if "_SECRET_KEY" in name}
        assert set(names) == published | {"STATUS_CANARY_PASSWORD"}
        assert len(names) == len("111111")

    def test_secrets_are_made_once_for_every_default_of_the_file(self, tmp_path):
        file = tmp_path / ".env"
        script = ["sh", str(ROOT / "deploy" / "compose" / "secrets.sh"), str(file)]
        subprocess.run(script, check=True, capture_output=True)
        made = dict(line.split("=", 1) for line in file.read_text().splitlines())
        assert made.keys() == set(re.findall(r"\$\{(\w+):-local-only", TEXT))
        assert all(re.fullmatch("[0-9a-f]{64}", value) for value in made.values())
        assert len(set(made.values())) == len(made)
        assert file.stat().st_mode & 0o777 == 0o600
        subprocess.run(script, check=True, capture_output=True)
        assert dict(line.split("=", 1) for line in file.read_text().splitlines()) == made


def test_what_holds_data_has_no_way_out():
    assert COMPOSE["networks"]["data"]["internal"] is True
    assert SERVICES["postgres"]["networks"] == SERVICES["nats"]["networks"] == ["data"]
    assert SERVICES["gateway"]["networks"] == SERVICES["web"]["networks"] == ["front"]


def test_images_of_others_name_their_version():
    for service in SERVICES.values():
        if not service["image"].startswith("meridian-avto/"):
            assert re.search(r":v?\d", service["image"]), service["image"]


@pytest.mark.parametrize("name", ["auth", "content", "notifications", "calculator", "status"])
def test_every_setting_of_a_service_can_be_given(name):
    fields = import_module(f"{name}.settings").Settings.model_fields
    own = [field for field in fields.keys() - CommonSettings.model_fields if not fields[field].validation_alias]
    given = COMPOSE[f"x-{name}"]
    for setting in {f"{name}_{field}".upper() for field in own} - GIVEN_BY_THE_FILE:
        assert given.get(setting) == f"${{{setting}:-}}", setting


def test_every_limit_of_the_gateway_can_be_given():
    limits = (ROOT / "gateway" / "routes" / "limits.yml").read_text()
    named = set(re.findall(r'env "(GATEWAY_\w+)"', limits))
    assert len(named) == 13
    given = SERVICES["gateway"]["environment"]
    assert {name: given.get(name) for name in named} == {name: f"${{{name}:-}}" for name in named}


def test_the_gateway_trusts_the_proxies_that_are_set():
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


def test_every_local_secret_can_be_distinguished_from_a_real_one():
    text = (ROOT / "docker-compose.yml").read_text()
    defaults = re.findall(r"\$\{(\w*(?:PASSWORD|SECRET_KEY))(?::-([^}]*))?\}", text)
    assert defaults
    assert all(value.startswith("local-only") for name, value in defaults if name not in EMPTY_MEANS_NONE)


def test_the_production_example_names_every_secret():
    text = (ROOT / "docker-compose.yml").read_text()
    example = (ROOT / "deploy" / "compose" / "production.env.example").read_text()
    for name in set(re.findall(r"\$\{(\w*(?:PASSWORD|SECRET_KEY))\b", text)):
        assert f"\n{name}=\n" in example


def test_a_backup_holds_every_service_under_its_own_password_and_key():
    given = SERVICES["backup"]["environment"]
    for name in ("auth", "content", "notifications", "calculator", "status"):
        own = COMPOSE[f"x-{name}"]
        assert given[f"{name}_DATABASE_URL".upper()] == own["DATABASE_URL"].replace("+psycopg", "")
        assert given[f"{name}_SECRET_KEY".upper()] == own["SECRET_KEY"]
    sources = from_environment(given | {"AUTH_STORAGE_URL": "", "CONTENT_STORAGE_URL": ""})
    assert {one.service: one.files for one in sources if one.files} == {
        service: Path("/data") / service / folder for service, folder in backups.FILES.items()
    }
    assert len(sources) == len(paths.SERVICES)
    assert {f"{service}-data:/data/{service}" for service in backups.FILES} < set(SERVICES["backup"]["volumes"])


def test_the_files_of_a_backup_are_where_the_services_put_them():
    services = ROOT / "services"
    assert '"avatars"' in (services / "auth" / "src" / "auth" / "avatars" / "service.py").read_text()
    assert 'storage_folder: ClassVar[str] = "files"' in (services / "chassis/src/chassis/storage.py").read_text()
    for service in ("auth", "content"):
        assert SERVICES[service]["volumes"][0] == f"{service}-data:/data"
