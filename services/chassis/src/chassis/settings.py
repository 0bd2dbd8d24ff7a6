"""Settings, read once from the environment. A service with unsafe settings does not start in production."""

import os
from pathlib import Path
from typing import ClassVar, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from chassis.events.settings import StreamSettings
from chassis.fields import Networks

LOCAL_SECRET = "local-only-secret-that-production-refuses"  # noqa: S105
# `mail` is mailpit in docker-compose.yml.
LOCAL_MAIL_HOSTS = "127.0.0.1,::1,localhost,mail"


def build_service_config(prefix: str) -> SettingsConfigDict:
    """Return the configuration of a settings class whose environment variables have this prefix.

    An empty variable counts as absent, because compose and .env files pass on empty values. An absent variable is read
    from the file of its name in the folder SECRETS_DIR, if that file exists. Errors do not show values, since some are
    secrets.
    """
    folder = os.environ.get("SECRETS_DIR") or None
    return SettingsConfigDict(
        env_prefix=prefix,
        env_ignore_empty=True,
        populate_by_name=True,
        extra="ignore",
        frozen=True,
        secrets_dir=folder,
        hide_input_in_errors=True,
    )


def read_latest_secret(name: str, value: SecretStr) -> str:
    """Return the current value of a secret: its file in SECRETS_DIR.

    Returns `value` if the environment sets the secret or there is no file.
    """
    folder = os.environ.get("SECRETS_DIR")
    if folder and not os.environ.get(name):
        file = Path(folder) / name
        if file.is_file():
            return file.read_text().strip()
    return value.get_secret_value()


class CommonSettings(BaseSettings, StreamSettings):
    """Settings of every service. Their names in the environment have no prefix."""

    model_config = build_service_config("")
    # Encryption keys depend on this name (`chassis.encryption`). A service that encrypts sets it and never changes it.
    service: ClassVar[str]

    environment: Literal["local", "test", "production"] = Field("local", validation_alias="ENVIRONMENT")
    public_url: str = Field("http://localhost:8080", validation_alias="PUBLIC_URL")
    database_url: SecretStr = Field(SecretStr("postgresql+psycopg://127.0.0.1/none"), validation_alias="DATABASE_URL")
    database_pool: int = Field(10, ge=1, le=100, validation_alias="DATABASE_POOL")
    nats_url: SecretStr = Field(SecretStr("nats://127.0.0.1:4222"), validation_alias="NATS_URL")
    # Workers are notified of new rows. Polling finds rows that a crashed replica left behind.
    idle_poll_seconds: float = Field(5.0, gt=0, le=60, validation_alias="IDLE_POLL_SECONDS")
    nats_timeout_seconds: float = Field(5.0, gt=0, le=60, validation_alias="NATS_TIMEOUT_SECONDS")
    secret_key: SecretStr = Field(SecretStr(LOCAL_SECRET), validation_alias="SECRET_KEY")
    # Root keys that sign the keys of access tokens: PASERKs (k4.public), separated by commas. Without them the service
    # accepts unsigned keys, which production refuses.
    identity_root_keys: str = Field("", validation_alias="IDENTITY_ROOT_KEYS")
    smtp_url: SecretStr = Field(SecretStr("smtp://127.0.0.1:1025"), validation_alias="SMTP_URL")
    # Local mail servers: connections to them are not encrypted.
    smtp_local_hosts: str = Field(LOCAL_MAIL_HOSTS, validation_alias="SMTP_LOCAL_HOSTS")
    mail_from: str = Field("Меридиан Авто <noreply@example.com>", validation_alias="MAIL_FROM")
    data_dir: str = Field("var/data", validation_alias="DATA_DIR")
    web_root: str = Field("web/build/client", validation_alias="WEB_ROOT")
    app_version: str = Field("development", validation_alias="APP_VERSION")
    trusted_proxies: Networks = Field("127.0.0.1/32,::1/128", validation_alias="TRUSTED_PROXIES")
    # DNS name of the gateway. In Kubernetes `trusted_proxies` also contains other pods, so only requests from the
    # addresses of this name may carry forwarded headers.
    forwarded_from: str = Field("", max_length=253, validation_alias="FORWARDED_FROM")
    log_level: str = Field("INFO", validation_alias="LOG_LEVEL")
    otlp_endpoint: str | None = Field(None, validation_alias="OTEL_EXPORTER_OTLP_ENDPOINT")
    trace_sample: float = Field(1.0, ge=0, le=1, validation_alias="TRACE_SAMPLE")
    run_jobs: bool = Field(True, validation_alias="RUN_JOBS")
    # Longer than the interval of the gateway's health check. 0 if the platform stops sending requests to a replica
    # before it ends the process.
    drain_seconds: float = Field(0.0, ge=0, le=60, validation_alias="DRAIN_SECONDS")

    @property
    def secure_cookies(self) -> bool:
        """True if the site is served over https: cookies then get `Secure` and their prefixes."""
        return self.public_url.startswith("https://")

    @model_validator(mode="after")
    def refuse_unsafe_production(self) -> Self:
        """Refuse local defaults and example secrets in production. The ValueError lists everything that is wrong."""
        if self.environment != "production":
            return self
        problems = [] if self.secure_cookies else ["PUBLIC_URL must be https"]
        if len(self.secret_key.get_secret_value()) < 32 or self.secret_key.get_secret_value() == LOCAL_SECRET:
            problems.append("SECRET_KEY must be a random value of 32 characters or more")
        if not urlsplit(self.database_url.get_secret_value()).password:
            problems.append("DATABASE_URL must carry a password")
        # A password with this word is meant for a local machine.
        if any("local-only" in url.get_secret_value() for url in (self.database_url, self.nats_url)):
            problems.append("DATABASE_URL and NATS_URL must not carry a local default password")
        if not self.identity_root_keys.strip():
            # Without them a service would trust any program that can write to the bucket of identities.
            problems.append("IDENTITY_ROOT_KEYS must name auth's root key")
        if urlsplit(self.smtp_url.get_secret_value()).hostname in LOCAL_MAIL_HOSTS.split(","):
            problems.append("SMTP_URL must name a real mail server")
        if problems:
            raise ValueError("; ".join(problems))
        return self


class StorageSettings(CommonSettings):
    """Additional settings of a service that stores files; their names have the service's prefix."""

    storage_folder: ClassVar[str] = "files"  # inside DATA_DIR
    # Empty for that folder, or s3://bucket/prefix with the four settings below.
    storage_url: str = ""
    storage_endpoint: str = ""
    storage_region: str = "us-east-1"
    storage_access_key: SecretStr = SecretStr("")
    storage_secret_key: SecretStr = SecretStr("")
