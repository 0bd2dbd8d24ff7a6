"""Settings of auth. Lifetimes and limits are settings, so that tests and operators can change them."""

from typing import ClassVar, Literal

from chassis.settings import StorageSettings, build_service_config
from contracts.canary import derive_canary_address
from pydantic import Field, SecretStr

DAY = 86400


class Settings(StorageSettings):
    """Environment variables have the prefix AUTH_, unless a field names its own variable."""

    model_config = build_service_config("AUTH_")
    service: ClassVar[str] = "auth"
    # Avatars are stored in DATA_DIR/avatars.
    storage_folder: ClassVar[str] = ""

    access_ttl_seconds: int = Field(900, ge=1, le=3600)
    refresh_ttl_seconds: int = Field(30 * DAY, ge=1)
    # A session ends this long after its sign-in, even if it is renewed (ASVS 7.3.2).
    session_max_age_seconds: int = Field(90 * DAY, ge=1)
    refresh_grace_seconds: int = Field(30, ge=0, le=300)
    code_ttl_seconds: int = Field(600, ge=1, le=DAY)
    code_tries: int = Field(5, ge=1, le=20)
    resend_seconds: int = Field(60, ge=0, le=3600)
    confirmation_ttl_seconds: int = Field(600, ge=1, le=3600)
    temp_token_ttl_seconds: int = Field(1800, ge=1, le=DAY)
    social_state_ttl_seconds: int = Field(600, ge=1, le=3600)
    # How long a new signing key waits before it signs: reconnecting services receive it within this time.
    key_learning_seconds: float = Field(10.0, ge=0, le=3600)

    # The root key signs the keys of access tokens. It is derived from this secret, or from SECRET_KEY if this is empty.
    root_secret: SecretStr = SecretStr("")

    login_failures_per_account: int = Field(5, ge=1)
    login_failures_per_address: int = Field(20, ge=1)
    # The limit of one account for all strangers together. A stranger is a client from which the account has not signed
    # in before.
    login_failures_of_strangers: int = Field(20, ge=1)
    login_window_seconds: int = Field(900, ge=1)
    register_per_hour: int = Field(10, ge=1)
    forgot_per_hour: int = Field(5, ge=1)
    # The two limits of one client for one email address.
    forgot_per_account_per_hour: int = Field(3, ge=1)
    codes_per_email_and_client_per_hour: int = Field(5, ge=1)
    validate_email_per_minute: int = Field(60, ge=1)
    # The limit of all strangers together for one email address and one purpose of codes.
    codes_per_email_per_hour: int = Field(20, ge=1)
    # The limit of one client for all email addresses and all purposes.
    codes_per_address_per_hour: int = Field(60, ge=1)
    # These two limits hold for all clients and all email addresses together. The first is for codes that are sent to
    # existing accounts (resets, confirmations), the second for all other codes.
    codes_to_accounts_per_hour: int = Field(2500, ge=1)
    codes_to_strangers_per_hour: int = Field(2500, ge=1)
    # The limit of one account for clients without the handle of a request. `code_limits` has the other limits.
    code_tries_without_handle_per_hour: int = Field(5, ge=1, le=5)
    # The limit of one client for all email addresses together.
    code_guesses_per_client_per_hour: int = Field(1000, ge=1)

    # OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. Tests use less.
    argon2_memory_kib: int = Field(19456, ge=8)
    argon2_passes: int = Field(2, ge=1)
    argon2_lanes: int = Field(1, ge=1)

    exports_per_hour: int = Field(20, ge=1)
    # The two limits of one account. Sign-ins of administrators are not limited. A sign-in stores rows, and a profile
    # change is an event for all services.
    sign_ins_per_hour: int = Field(120, ge=1)
    profile_changes_per_hour: int = Field(60, ge=1)
    # The limit of one session. A browser needs four.
    refreshes_per_hour: int = Field(100, ge=1)
    export_wait_seconds: float = Field(8.0, ge=0, le=30)
    consent_version: str = "2025-09-01"
    admin_2fa: Literal["optional", "required"] = "optional"

    botcheck_provider: Literal["off", "turnstile", "altcha"] = "off"
    turnstile_site_key: str = ""
    turnstile_secret: SecretStr = SecretStr("")
    turnstile_verify_url: str = "https://challenges.cloudflare.com/turnstile/v0/siteverify"
    altcha_cost: int = Field(5000, ge=1, le=1_000_000)

    # The account of the status service's login probe.
    configured_canary_email: str = Field("", validation_alias="STATUS_CANARY_EMAIL")
    canary_password: SecretStr = Field(SecretStr(""), validation_alias="STATUS_CANARY_PASSWORD")

    mx_lookup: bool = True

    redirect_uris: str = ""
    provider_timeout_seconds: float = Field(10.0, gt=0, le=30)
    google_client_id: str = ""
    google_client_secret: SecretStr = SecretStr("")
    google_discovery_url: str = "https://accounts.google.com/.well-known/openid-configuration"
    vk_client_id: str = ""
    vk_client_secret: SecretStr = SecretStr("")
    vk_base_url: str = "https://id.vk.ru"
    telegram_bot_token: SecretStr = SecretStr("")
    telegram_bot_name: str = ""
    telegram_widget_url: str = "https://oauth.telegram.org/auth"
    # Telegram's OpenID Connect flow, used instead of the widget when a client is configured.
    telegram_client_id: str = ""
    telegram_client_secret: SecretStr = SecretStr("")
    telegram_discovery_url: str = "https://oauth.telegram.org/.well-known/openid-configuration"

    @property
    def canary_email(self) -> str:
        """The address of the login probe's account. Empty if there is none."""
        return derive_canary_address(self.configured_canary_email, self.canary_password.get_secret_value())

    @property
    def allowed_redirects(self) -> frozenset[str]:
        """URLs to which a provider may redirect: the site's own return pages unless configured otherwise."""
        configured_uris = [uri.strip() for uri in self.redirect_uris.split(",") if uri.strip()]
        if configured_uris:
            return frozenset(configured_uris)
        return_pages = ("/auth/callback", "/auth/bridge.html", "/auth/google-callback.html")
        return frozenset(self.public_url.rstrip("/") + page for page in return_pages)
