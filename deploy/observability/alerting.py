"""Writes the receivers of alerts and the targets of probes: `python -m deploy.observability.alerting FOLDER`.

It writes FOLDER/alerts/alertmanager.yml from these settings, and FOLDER/probes/*.yml from PUBLIC_URL and SMTP_URL:

    ALERT_EMAIL       addresses, separated by commas; sent through SMTP_URL, from MAIL_FROM, encrypted unless the
                      server is in SMTP_LOCAL_HOSTS
    ALERT_TELEGRAM    <token of a bot>/<number of a chat>
    ALERT_WEBHOOK     an address that accepts Alertmanager's JSON, such as a pager's
    ALERT_HEARTBEAT   an address of an external service that is called every minute and warns you when calls stop
    ALERTS=off        confirms that nobody is to be notified

A setting that the environment lacks is read from the file of its name in SECRETS_DIR. With ENVIRONMENT=production at
least one of the first three or ALERTS=off is required. Without it nothing is written, the exit code is 1, and the site
does not start.
"""

import argparse
import os
import re
import sys
from collections.abc import Mapping
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import yaml

FOLDER = Path(__file__).resolve().parent
RECEIVERS = ("ALERT_EMAIL", "ALERT_TELEGRAM", "ALERT_WEBHOOK")
SETTING_NAMES = (
    *RECEIVERS,
    "ALERT_HEARTBEAT",
    "ALERTS",
    "SMTP_URL",
    "SMTP_LOCAL_HOSTS",
    "MAIL_FROM",
    "ENVIRONMENT",
    "PUBLIC_URL",
)
# The same as `smtp_local_hosts` of the services (chassis/settings.py).
LOCAL_MAIL_HOSTS = "127.0.0.1,::1,localhost,mail"

Document = dict[str, Any]


class SettingsError(Exception):
    """The settings are wrong or incomplete. The text says what to set."""


def read_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the settings that have a value, from the environment or else from files of SECRETS_DIR."""
    folder = Path(environment.get("SECRETS_DIR") or "/nowhere")
    settings = {}
    for name in SETTING_NAMES:
        file = folder / name
        value = environment.get(name, "").strip()
        if not value and file.is_file():
            value = file.read_text().strip()
        if value:
            settings[name] = value
    return settings


def build_configuration(settings: Mapping[str, str]) -> Document:
    """Return the content of alertmanager.yml.

    Raises SettingsError if nobody would be notified in production, or for a wrong setting.
    """
    is_nobody_notified = not any(name in settings for name in RECEIVERS) and settings.get("ALERTS") != "off"
    if is_nobody_notified and settings.get("ENVIRONMENT") == "production":
        raise SettingsError(f"nobody is notified of an outage: set one of {', '.join(RECEIVERS)}, or ALERTS=off")

    document: Document = yaml.safe_load((FOLDER / "alertmanager.yml").read_text())
    document["global"] = {}

    receiver_settings: Document = {}
    if "ALERT_EMAIL" in settings:
        document["global"] |= build_mail_settings(settings)
        receiver_settings["email_configs"] = [{"to": settings["ALERT_EMAIL"], "send_resolved": True}]
    if "ALERT_TELEGRAM" in settings:
        receiver_settings["telegram_configs"] = [build_telegram_settings(settings["ALERT_TELEGRAM"])]
    if "ALERT_WEBHOOK" in settings:
        receiver_settings["webhook_configs"] = [{"url": settings["ALERT_WEBHOOK"], "send_resolved": True}]

    for receiver in document["receivers"]:
        if receiver["name"] in ("pages", "tickets"):
            receiver_name = receiver["name"]
            receiver.clear()
            receiver.update(name=receiver_name, **receiver_settings)
        if receiver["name"] == "heartbeat" and "ALERT_HEARTBEAT" in settings:
            receiver["webhook_configs"] = [{"url": settings["ALERT_HEARTBEAT"], "send_resolved": False}]
    return document


def build_mail_settings(settings: Mapping[str, str]) -> Document:
    """Return Alertmanager's settings for sending emails, encrypted as the services' own emails are.

    Raises SettingsError without a mail server.
    """
    parts = urlsplit(settings.get("SMTP_URL", ""))
    if not parts.hostname:
        raise SettingsError("ALERT_EMAIL needs SMTP_URL")
    has_implicit_tls = parts.scheme == "smtps"
    is_local = parts.hostname in settings.get("SMTP_LOCAL_HOSTS", LOCAL_MAIL_HOSTS).split(",")
    smtp: Document = {
        "smtp_smarthost": build_mail_address(settings),
        "smtp_from": parseaddr(settings.get("MAIL_FROM", ""))[1] or "alerts@localhost",
        # Without this setting Alertmanager would decide by the port.
        "smtp_force_implicit_tls": has_implicit_tls,
        # This setting requires STARTTLS.
        "smtp_require_tls": not has_implicit_tls and not is_local,
    }
    if parts.username:
        smtp["smtp_auth_username"] = unquote(parts.username)
        smtp["smtp_auth_password"] = unquote(parts.password or "")
    return smtp


def build_mail_address(settings: Mapping[str, str]) -> str:
    """Return host and port of the mail server. The default port depends on the scheme."""
    parts = urlsplit(settings["SMTP_URL"])
    host = parts.hostname or ""
    if ":" in host:
        # An IPv6 address.
        host = f"[{host}]"
    default_port = 465 if parts.scheme == "smtps" else 25
    return f"{host}:{parts.port or default_port}"


def build_telegram_settings(setting: str) -> Document:
    """Return Alertmanager's settings for Telegram. Raises SettingsError unless the setting is <token>/<chat>."""
    match = re.fullmatch(r"(\d+:[\w-]+)/(-?\d+)", setting)
    if match is None:
        raise SettingsError("ALERT_TELEGRAM must be <token of a bot>/<number of a chat>")
    return {"bot_token": match[1], "chat_id": int(match[2]), "send_resolved": True, "parse_mode": ""}


def build_probe_targets(settings: Mapping[str, str]) -> dict[str, list[Document]]:
    """Return the targets of the blackbox exporter by file name: the site's certificate and the mail server."""
    targets_by_file: dict[str, list[Document]] = {"certificate.yml": [], "mail.yml": []}
    site = urlsplit(settings.get("PUBLIC_URL", ""))
    if site.scheme == "https":
        targets_by_file["certificate.yml"].append({"targets": [site.geturl()], "labels": {"host": site.hostname}})
    mail = urlsplit(settings.get("SMTP_URL", ""))
    if mail.hostname:
        module = "mail_tls" if mail.scheme == "smtps" else "mail"
        labels = {"__param_module": module}
        targets_by_file["mail.yml"].append({"targets": [build_mail_address(settings)], "labels": labels})
    return targets_by_file


def write(file: Path, document: Any) -> None:
    """Write a YAML file. It is replaced atomically."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}.new")
    draft.write_text(yaml.safe_dump(document, sort_keys=False, allow_unicode=True))
    # Alertmanager runs as another user, so the file is readable by all. Only its container mounts the folder.
    draft.chmod(0o644)
    draft.replace(file)


def main(folder: Path) -> int:
    settings = read_settings(os.environ)
    try:
        configuration = build_configuration(settings)
    except SettingsError as error:
        print(f"alerts: {error}", file=sys.stderr)
        return 1
    write(folder / "alerts" / "alertmanager.yml", configuration)
    for name, targets in build_probe_targets(settings).items():
        write(folder / "probes" / name, targets)
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write the receivers of alerts and the targets of probes.")
    parser.add_argument("folder", type=Path)
    sys.exit(main(parser.parse_args().folder))
