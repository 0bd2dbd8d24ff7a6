"""Production starts with real secrets or not at all."""

from pathlib import Path

import pytest
from chassis.settings import LOCAL_SECRET, CommonSettings, build_service_config, read_latest_secret
from pydantic import SecretStr, ValidationError

# The plugin's fixtures are async, so every test of this folder is async too.
pytestmark = pytest.mark.anyio

SAFE_SETTINGS = {
    "ENVIRONMENT": "production",
    "PUBLIC_URL": "https://www.example.com",
    "DATABASE_URL": "postgresql+psycopg://auth:5f1d@db/auth",
    "NATS_URL": "nats://meridian:8a2c@nats:4222",
    "SECRET_KEY": "9" * 64,
    "IDENTITY_ROOT_KEYS": "k4.public.x",
    "SMTP_URL": "smtps://mail.example.com:465",
}


@pytest.fixture
def production(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name, value in SAFE_SETTINGS.items():
        monkeypatch.setenv(name, value)
    return monkeypatch


async def test_an_empty_variable_keeps_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_POOL", "LOG_LEVEL", "OTEL_EXPORTER_OTLP_ENDPOINT"):
        monkeypatch.setenv(name, "")
    settings = CommonSettings()
    assert (settings.database_pool, settings.log_level, settings.otlp_endpoint) == (10, "INFO", None)


async def test_production_starts_with_real_secrets(production: pytest.MonkeyPatch) -> None:
    assert CommonSettings().secure_cookies


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PUBLIC_URL", "http://www.example.com"),
        ("SECRET_KEY", LOCAL_SECRET),
        ("SECRET_KEY", "short"),
        ("IDENTITY_ROOT_KEYS", ""),
        ("DATABASE_URL", "postgresql+psycopg://auth@db/auth"),
        ("DATABASE_URL", "postgresql+psycopg://auth:local-only-auth@postgres:5432/auth"),
        ("NATS_URL", "nats://meridian:local-only-nats@nats:4222"),
        ("SMTP_URL", "smtp://localhost:1025"),
    ],
)
async def test_a_local_default_is_refused(production: pytest.MonkeyPatch, name: str, value: str) -> None:
    production.setenv(name, value)
    with pytest.raises(ValidationError):
        CommonSettings()


async def test_a_refusal_does_not_print_secrets(production: pytest.MonkeyPatch) -> None:
    """The log of a container that does not start has the refusal."""
    production.setenv("SECRET_KEY", "too-short")
    with pytest.raises(ValidationError, match="SECRET_KEY") as refusal:
        CommonSettings()
    assert "input_value" not in str(refusal.value)


@pytest.mark.parametrize("value", ["*", "gateway", "10.0.0.0/33", "172.16.5.1/16", "127.0.0.1,10.0.0.0/8 ,x"])
async def test_a_mistyped_network_of_proxies_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("TRUSTED_PROXIES", value)
    with pytest.raises(ValidationError):
        CommonSettings()


async def test_a_local_service_starts_with_the_defaults(production: pytest.MonkeyPatch) -> None:
    for name in SAFE_SETTINGS:
        production.delenv(name)
    assert CommonSettings().environment == "local"


async def test_a_missing_variable_is_read_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "IDENTITY_ROOT_KEYS").write_text("from the file\n")
    monkeypatch.setenv("SECRETS_DIR", str(tmp_path))

    class PrefixedSettings(CommonSettings):
        model_config = build_service_config("OWN_")

    monkeypatch.setenv("IDENTITY_ROOT_KEYS", "")
    assert PrefixedSettings().identity_root_keys == "from the file"
    monkeypatch.setenv("IDENTITY_ROOT_KEYS", "from the environment")
    assert PrefixedSettings().identity_root_keys == "from the environment"


async def test_a_replaced_file_is_read_again_and_the_environment_takes_precedence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    initial_url = SecretStr("nats://sample:first@nats:4222")
    monkeypatch.delenv("NATS_URL", raising=False)
    assert read_latest_secret("NATS_URL", initial_url) == initial_url.get_secret_value()
    monkeypatch.setenv("SECRETS_DIR", str(tmp_path))
    assert read_latest_secret("NATS_URL", initial_url) == initial_url.get_secret_value()
    (tmp_path / "NATS_URL").write_text("nats://sample:second@nats:4222\n")
    assert read_latest_secret("NATS_URL", initial_url) == "nats://sample:second@nats:4222"
    monkeypatch.setenv("NATS_URL", initial_url.get_secret_value())
    assert read_latest_secret("NATS_URL", initial_url) == initial_url.get_secret_value()
