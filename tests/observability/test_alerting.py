"""Receivers of alerts come from a few settings, and production does not start without one."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from chassis.mail.mail_queue import build_server_options
from chassis.settings import CommonSettings
from pydantic import SecretStr

from deploy.observability import alerting

PRODUCTION = {"ENVIRONMENT": "production", "PUBLIC_URL": "https://www.example.com"}
MAIL = {"ALERT_EMAIL": "a@example.com,b@example.com", "MAIL_FROM": "Меридиан Авто <noreply@example.com>"}


def read_receivers(settings: dict[str, str]) -> dict[str, Any]:
    """Return what each receiver of alerts is configured with."""
    receivers = alerting.build_configuration(PRODUCTION | settings)["receivers"]
    return {
        receiver["name"]: {key: value for key, value in receiver.items() if key != "name"} for receiver in receivers
    }


class TestProduction:
    @pytest.mark.parametrize("settings", [{}, {"ALERTS": "on"}, {"ALERT_HEARTBEAT": "https://watch.example/1"}])
    def test_production_is_refused_if_nobody_would_be_notified(self, settings: dict[str, str]) -> None:
        with pytest.raises(alerting.SettingsError, match="ALERT_EMAIL, ALERT_TELEGRAM, ALERT_WEBHOOK, or ALERTS=off"):
            alerting.build_configuration(PRODUCTION | settings)

    def test_refusal_writes_nothing_and_fails(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for name in alerting.SETTING_NAMES:
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("ENVIRONMENT", "production")
        assert alerting.main(tmp_path) == 1
        assert list(tmp_path.iterdir()) == []
        assert "nobody is notified" in capsys.readouterr().err

    def test_alerts_can_be_switched_off(self) -> None:
        assert read_receivers({"ALERTS": "off"})["pages"] == {}

    def test_a_trial_needs_no_receiver(self) -> None:
        assert alerting.build_configuration({"ENVIRONMENT": "local"})["receivers"]


class TestReceivers:
    def test_pages_and_tickets_are_sent_to_every_configured_receiver(self) -> None:
        webhook = "https://pager.example/in"
        settings = {
            "SMTP_URL": "smtps://u:p@mail.example.com",
            "ALERT_TELEGRAM": "12:ab-c/-100",
            "ALERT_WEBHOOK": webhook,
        }
        receivers = read_receivers(MAIL | settings)
        assert receivers["pages"] == receivers["tickets"]
        assert receivers["pages"]["email_configs"] == [{"to": MAIL["ALERT_EMAIL"], "send_resolved": True}]
        [telegram] = receivers["pages"]["telegram_configs"]
        assert (telegram["bot_token"], telegram["chat_id"]) == ("12:ab-c", -100)
        assert receivers["pages"]["webhook_configs"] == [{"url": webhook, "send_resolved": True}]

    @pytest.mark.parametrize(
        ("url", "address"),
        [
            ("smtps://user%40x:p%2Fw@mail.example.com:465", "mail.example.com:465"),
            ("smtps://user%40x:p%2Fw@mail.example.com", "mail.example.com:465"),
            ("smtp://user%40x:p%2Fw@mail.example.com:587", "mail.example.com:587"),
            ("smtp://mail.example.com", "mail.example.com:25"),
            ("smtp://[fd83::1]:2525", "[fd83::1]:2525"),
        ],
    )
    def test_emails_are_sent_through_the_mail_server_of_the_site(self, url: str, address: str) -> None:
        settings = PRODUCTION | MAIL | {"SMTP_URL": url}
        server = alerting.build_configuration(settings)["global"]
        [probe_target] = alerting.build_probe_targets(settings)["mail.yml"]
        assert (server["smtp_smarthost"], probe_target["targets"]) == (address, [address])
        assert server["smtp_from"] == "noreply@example.com"
        signs_in = "@" in url
        assert server.get("smtp_auth_username") == ("user@x" if signs_in else None)
        assert server.get("smtp_auth_password") == ("p/w" if signs_in else None)

    @pytest.mark.parametrize(
        ("url", "has_implicit_tls", "needs_starttls"),
        [
            ("smtps://u:p@mail.example.com:465", True, False),
            ("smtps://u:p@mail.example.com:2465", True, False),
            ("smtps://mail.example.com", True, False),
            ("smtp://u:p@mail.example.com:587", False, True),
            ("smtp://u:p@mail.example.com:465", False, True),
            ("smtp://mail.example.com", False, True),
            ("smtp://172.30.83.1:2525", False, False),
            ("smtp://127.0.0.1:2525", False, True),
        ],
    )
    def test_alerts_are_encrypted_as_the_emails_of_the_services(
        self, url: str, has_implicit_tls: bool, needs_starttls: bool
    ) -> None:
        local_hosts = "172.30.83.1,::1"
        settings = PRODUCTION | MAIL | {"SMTP_URL": url, "SMTP_LOCAL_HOSTS": local_hosts}
        server = alerting.build_configuration(settings)["global"]
        assert (server["smtp_force_implicit_tls"], server["smtp_require_tls"]) == (has_implicit_tls, needs_starttls)
        services = build_server_options(CommonSettings(smtp_url=SecretStr(url), smtp_local_hosts=local_hosts))
        assert (services["use_tls"], services["start_tls"]) == (has_implicit_tls, needs_starttls)
        assert server["smtp_smarthost"] == f"{services['hostname']}:{services['port']}"

    def test_the_same_mail_servers_are_local_for_alerts_and_services(self) -> None:
        assert CommonSettings.model_fields["smtp_local_hosts"].default == alerting.LOCAL_MAIL_HOSTS
        for host in ("127.0.0.1", "mail"):
            settings = {"ALERT_EMAIL": "a@example.com", "SMTP_URL": f"smtp://{host}:1025"}
            assert alerting.build_mail_settings(settings)["smtp_require_tls"] is False

    def test_email_without_a_mail_server_is_refused(self) -> None:
        with pytest.raises(alerting.SettingsError, match="SMTP_URL"):
            alerting.build_configuration(PRODUCTION | MAIL)

    @pytest.mark.parametrize("value", ["token", "12:ab", "12:ab/name", "ab/12"])
    def test_wrong_telegram_setting_is_refused(self, value: str) -> None:
        with pytest.raises(alerting.SettingsError, match="ALERT_TELEGRAM"):
            alerting.build_configuration(PRODUCTION | {"ALERT_TELEGRAM": value})

    def test_heartbeat_is_sent_to_the_external_service(self) -> None:
        receivers = read_receivers({"ALERTS": "off", "ALERT_HEARTBEAT": "https://watch.example/1"})
        assert receivers["heartbeat"]["webhook_configs"] == [{"url": "https://watch.example/1", "send_resolved": False}]


def test_secret_files_are_read_and_both_files_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The container has the settings in its environment, and the secrets in a folder."""
    secrets = tmp_path / "secrets"
    secrets.mkdir()
    (secrets / "SMTP_URL").write_text("smtps://u:p@mail.example.com:465\n")
    for name in alerting.SETTING_NAMES:
        monkeypatch.delenv(name, raising=False)
    for name, value in (PRODUCTION | MAIL | {"SECRETS_DIR": str(secrets)}).items():
        monkeypatch.setenv(name, value)
    assert alerting.main(tmp_path) == 0
    configuration = yaml.safe_load((tmp_path / "alerts" / "alertmanager.yml").read_text())
    assert configuration["global"]["smtp_auth_password"] == "p"
    [certificate] = yaml.safe_load((tmp_path / "probes" / "certificate.yml").read_text())
    assert certificate["targets"] == ["https://www.example.com"]
    [mail] = yaml.safe_load((tmp_path / "probes" / "mail.yml").read_text())
    assert mail == {"targets": ["mail.example.com:465"], "labels": {"__param_module": "mail_tls"}}
