"""The list of parts for each kind of stack."""

from collections import Counter
from pathlib import Path

import pytest
import yaml

from deploy.local import observability, parts, paths, ports, postgres, services, supervisor, system
from deploy.local.parts import Part


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A separate state folder in which nothing runs."""
    for name in ("PORT", "REPLICAS", "NATS_NODES", "SMTP_URL", "OTEL_EXPORTER_OTLP_ENDPOINT", "TRUSTED_PROXIES"):
        monkeypatch.delenv(name, raising=False)
    for name in ("VAR", "RUN", "SECRETS", "DATA", "LOGS", "SITES"):
        monkeypatch.setattr(paths, name, tmp_path / name.lower())
        (tmp_path / name.lower()).mkdir()
    monkeypatch.setattr(ports, "RECORD", tmp_path / "ports.json")
    monkeypatch.setattr(ports, "check_gateway", lambda port: None)
    monkeypatch.setattr(observability, "ENABLED_MARKER", tmp_path / "observed")
    monkeypatch.setattr(services, "read_identity_root", lambda: "k4.public.root")
    monkeypatch.setattr(supervisor, "stop_orphans", lambda: 0)
    return tmp_path


def list_started() -> dict[str, Part]:
    """Return the parts that a start would run, by name."""
    return {part.name: part for part in system.build_parts(system.decide_ports(), "20261126.1")}


class TestDefaultStack:
    def test_only_notifications_have_two_replicas(self) -> None:
        names = ["postgres", "nats", "mail", "auth", "calculator", "content", "notifications-1", "notifications-2"]
        assert list(list_started()) == [*names, "status", "web", "gateway"]

    def test_a_service_gets_its_own_database_key_and_port(self) -> None:
        ports_by_name = system.decide_ports()
        auth = {part.name: part for part in system.build_parts(ports_by_name, "1")}["auth"]
        assert auth.settings["DATABASE_URL"] == postgres.build_database_url("auth", ports_by_name["postgres"])
        assert auth.settings["SERVICE_PORT"] == str(ports_by_name["auth"])
        assert auth.probe == f"http://127.0.0.1:{ports_by_name['auth']}/readyz"
        assert "STATUS_CANARY_PASSWORD" in auth.settings

    def test_every_setting_is_a_text(self) -> None:
        for part in list_started().values():
            texts = [*part.command, *part.settings.values(), *part.files.values(), *part.inputs]
            assert all(isinstance(text, str) for text in texts), part.name

    def test_the_gateway_reads_yaml_and_nats_its_permissions(self) -> None:
        parts = list_started()
        (gateway_configuration,) = parts["gateway"].files.values()
        assert yaml.safe_load(gateway_configuration)["entryPoints"]["web"]["address"] == "127.0.0.1:8080"
        (nats_configuration,) = parts["nats"].files.values()
        assert "users.conf" in nats_configuration


class TestSettingsOfTheCaller:
    @pytest.mark.parametrize("value", ['smtp://user:p"a#ss@mail.example.com:25', "smtp://mail: 25, 'x'"])
    def test_settings_of_the_caller_are_passed_unchanged(self, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SMTP_URL", value)
        assert list_started()["auth"].settings["SMTP_URL"] == value

    @pytest.mark.parametrize(
        ("setting", "value", "readers"),
        [
            ("AUTH_CODE_TTL_SECONDS", "5", ["auth"]),
            ("TELEGRAM_BOT_TOKEN", "123456:a-token-of-a-bot", ["notifications-1", "notifications-2"]),
        ],
    )
    def test_changed_setting_restarts_its_readers(
        self, setting: str, value: str, readers: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = list_started()
        monkeypatch.setenv(setting, value)
        after = list_started()
        assert [name for name in before if before[name].fingerprint != after[name].fingerprint] == readers

    def test_the_pages_policy_allows_the_widget_that_the_sign_in_form_has(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert list_started()["web"].settings["CSP_TELEGRAM"] == ""
        monkeypatch.setenv("AUTH_TELEGRAM_BOT_NAME", "meridian_bot")
        monkeypatch.setenv("AUTH_TELEGRAM_WIDGET_URL", "http://127.0.0.1:9/auth?x=1")
        for name in ("web", "content"):
            assert list_started()[name].settings["CSP_TELEGRAM"] == "http://127.0.0.1:9"
        monkeypatch.setenv("AUTH_TELEGRAM_CLIENT_ID", "an OpenID client needs no widget")
        assert list_started()["web"].settings["CSP_TELEGRAM"] == ""


class TestReplicas:
    def test_replicas_and_nodes_are_started_as_configured(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("REPLICAS", "3")
        monkeypatch.setenv("NATS_NODES", "3")
        parts = list_started()
        numbers = Counter(part.kind for part in parts.values())
        assert numbers == {"postgres": 1, "mail": 1} | dict.fromkeys(("nats", "web", "gateway", *paths.SERVICES), 3)
        addresses = {part.address for part in parts.values() if part.kind == "gateway"}
        assert addresses == {"http://localhost:8080"}
        assert len({part.probe for part in parts.values()}) == len(parts)
        assert parts["auth-2"].settings["NATS_REPLICAS"] == "3"
        assert parts["nats-2"].files != parts["nats-3"].files

    def test_next_start_without_settings_keeps_their_numbers(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("REPLICAS", "3")
        monkeypatch.setenv("NATS_NODES", "3")
        names = list(list_started())
        monkeypatch.delenv("REPLICAS")
        monkeypatch.delenv("NATS_NODES")
        assert list(list_started()) == names


class TestObservability:
    def test_observability_adds_parts_and_the_collector(self, monkeypatch: pytest.MonkeyPatch) -> None:
        observability.ENABLED_MARKER.touch()
        monkeypatch.setattr(observability, "find_prometheus", lambda: "/usr/bin/prometheus")
        monkeypatch.setattr(observability, "find_alertmanager", lambda: "/usr/bin/alertmanager")
        monkeypatch.setenv("REPLICAS", "2")
        started_parts = list_started()
        assert list(started_parts)[-4:] == ["exporter", "traces", "alertmanager", "prometheus"]
        (text,) = started_parts["prometheus"].files.values()
        targets = {target for job in yaml.safe_load(text)["scrape_configs"] for target in list_targets(job)}
        replicas = [part for part in started_parts.values() if part.kind in paths.SERVICES]
        assert {part.address.removeprefix("http://") for part in replicas} <= targets
        gateways = [part.probe for part in started_parts.values() if part.kind == "gateway"]
        assert len(gateways) == 2
        assert {probe.removeprefix("http://").removesuffix("/ping") for probe in gateways} <= targets
        assert (
            started_parts["auth-1"].settings["OTEL_EXPORTER_OTLP_ENDPOINT"] + "/traces"
            == started_parts["traces"].address
        )

    def test_missing_program_is_left_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        observability.ENABLED_MARKER.touch()
        monkeypatch.setattr(observability, "find_prometheus", lambda: None)
        monkeypatch.setattr(observability, "find_alertmanager", lambda: None)
        assert list(list_started())[-2:] == ["exporter", "traces"]


def list_targets(job: dict[str, list[dict[str, list[str]]]]) -> list[str]:
    return [target for group in job["static_configs"] for target in group["targets"]]


def test_a_definition_is_stale_until_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "DEFINITIONS", tmp_path / "parts")
    monkeypatch.setattr(parts, "PIDS", tmp_path / "pids")
    mail = list_started()["mail"]
    assert mail.is_stale()
    mail.write_definition()
    assert not mail.is_stale()
    assert mail.definition.stat().st_mode & 0o777 == 0o600
