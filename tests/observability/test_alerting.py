"""Receivers of alerts come from a few settings, and production does not start without one."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy.observability import alerting

PRODUCTION = {"ENVIRONMENT": "production", "PUBLIC_URL": "https://www.example.com"}
MAIL = {"ALERT_EMAIL": "a@example.com,b@example.com", "MAIL_FROM": "Меридиан Авто <noreply@example.com>"}


def read_receivers(settings: dict[str, str]) -> dict[str, Any]:
    """Return what each receiver of alerts is configured with."""
    configured = alerting.build_configuration(PRODUCTION | settings)["receivers"]
    return {
        receiver["name"]: {key: value for key, value in receiver.items() if key != "name"} for receiver in configured
    }


class TestProduction:
    @pytest.mark.parametrize("settings", [{}, {"ALERTS": "on"}, {"ALERT_HEARTBEAT": "https://watch.example/1"}])
    def test_production_is_refused_if_nobody_would_be_notified(self, settings: dict[str, str]) -> None:
        with pytest.raises(alerting.SettingsError, match="ALERT_EMAIL, ALERT_TELEGRAM, ALERT_WEBHOOK, or ALERTS=off"):
            alerting.build_configuration(PRODUCTION | settings)

    def test_refusal_writes_nothing_and_fails(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for name in alerting.NAMES:
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
        ("url", "host", "needs_starttls"),
        [
            ("smtps://user%40x:p%2Fw@mail.example.com:465", "mail.example.com:465", False),
            ("smtps://user%40x:p%2Fw@mail.example.com", "mail.example.com:465", False),
            ("smtp://user%40x:p%2Fw@mail.example.com:587", "mail.example.com:587", True),
            ("smtp://172.30.83.1:2525", "172.30.83.1:2525", False),
        ],
    )
    def test_emails_are_sent_through_the_mail_server_of_the_site(
        self, url: str, host: str, needs_starttls: bool
    ) -> None:
        server = alerting.build_configuration(PRODUCTION | MAIL | {"SMTP_URL": url})["global"]
        assert (server["smtp_smarthost"], server["smtp_require_tls"]) == (host, needs_starttls)
        assert server["smtp_from"] == "noreply@example.com"
        signs_in = "@" in url
        assert server.get("smtp_auth_username") == ("user@x" if signs_in else None)
        assert server.get("smtp_auth_password") == ("p/w" if signs_in else None)

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
    for name in alerting.NAMES:
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
