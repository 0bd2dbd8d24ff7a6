"""Settings of the status service: addresses to probe, intervals, and the number of checks that change a status."""

from email.utils import parseaddr
from typing import ClassVar, Self

from chassis.settings import CommonSettings, build_service_config
from chassis.web.service_calls import Addresses
from pydantic import Field, SecretStr, model_validator


class Settings(CommonSettings):
    """Addresses come from the stack without a prefix. Other variables start with STATUS_."""

    model_config = build_service_config("STATUS_")
    service: ClassVar[str] = "status"

    gateway_url: str = Field("", validation_alias="GATEWAY_URL")
    auth_url: Addresses = Field(("http://127.0.0.1:8001",), validation_alias="AUTH_URL")
    content_url: Addresses = Field(("http://127.0.0.1:8002",), validation_alias="CONTENT_URL")
    notifications_url: Addresses = Field(("http://127.0.0.1:8003",), validation_alias="NOTIFICATIONS_URL")
    calculator_url: Addresses = Field(("http://127.0.0.1:8004",), validation_alias="CALCULATOR_URL")

    # Seconds between rounds: `doubt_seconds` while the last check disagrees with a status, otherwise `probe_seconds`.
    # So three failures or two successes are seen well within a minute.
    probe_seconds: float = Field(15, gt=0, le=30)
    doubt_seconds: float = Field(5, gt=0, le=30)
    probe_timeout_seconds: float = Field(5, gt=0, le=30)
    # Sender and recipient that the email probe offers to the mail server. Empty: the address of MAIL_FROM, since many
    # mail servers refuse a sender of another domain.
    probe_mail: str = ""
    failures_to_go_down: int = Field(3, ge=1)
    successes_to_come_back: int = Field(2, ge=1)
    fresh_seconds: int = Field(180, ge=1)
    history_days: int = 90
    canary_email: str = ""
    canary_password: SecretStr = SecretStr("")
    logs_per_minute: int = 60
    # Anybody may send lines, so their size is limited too. Only the newest lines are kept, of each group and of all
    # groups together.
    logs_kilobytes_per_hour: int = Field(5_000, ge=1)
    logs_kept_days: int = 30
    logs_kept_per_group: int = Field(500, ge=1)
    logs_kept: int = Field(100_000, ge=1)
    subscriptions_per_hour: int = 5
    csp_reports_per_minute: int = Field(60, ge=1)

    @model_validator(mode="after")
    def refuse_local_canary_password(self) -> Self:
        if self.environment == "production" and "local-only" in self.canary_password.get_secret_value():
            raise ValueError("STATUS_CANARY_PASSWORD must not be a local default password")
        return self

    @property
    def site(self) -> str:
        """The gateway's address for the probes: its name inside a container network, otherwise the public address."""
        return (self.gateway_url or self.public_url).rstrip("/")

    @property
    def email_probe_address(self) -> str:
        return self.probe_mail or parseaddr(self.mail_from)[1]

    @property
    def services(self) -> dict[str, Addresses]:
        """The replicas of the other services on their own ports, by the service's name."""
        return {
            "auth": self.auth_url,
            "content": self.content_url,
            "notifications": self.notifications_url,
            "calculator": self.calculator_url,
        }
