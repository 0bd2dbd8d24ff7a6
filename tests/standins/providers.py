"""Runs the stand-ins of VK, Google and Telegram on free ports: `python -m tests.standins.providers`.

Telegram has two stand-ins: one for sign-in, one for the Bot API, which sends notifications. When all stand-ins run, the
program prints one line of JSON: `settings` for the services, and `addresses` for tests that control the stand-ins.
"""

import contextlib
import json
import signal
import warnings
from collections.abc import Iterator
from typing import Any

from tests.standins import telegram, telegram_bot, vk
from tests.standins.provider_state import ProviderState
from tests.standins.running import run_app

BOT_NAME = "meridian_stand_in_bot"


@contextlib.contextmanager
def run_all() -> Iterator[dict[str, Any]]:
    """Run Google as oidc-provider-mock and the others as our stand-ins. Yields settings and addresses."""
    with warnings.catch_warnings():
        # The mock still imports authlib's old JOSE module.
        warnings.simplefilter("ignore")
        import oidc_provider_mock

    with (
        run_app(vk.build(ProviderState(dict(vk.PEOPLE)))) as vk_url,
        run_app(telegram.build(ProviderState(dict(telegram.PEOPLE)))) as telegram_url,
        run_app(telegram_bot.build()) as bot_api_url,
        oidc_provider_mock.run_server_in_thread() as google,
    ):
        google_url = f"http://localhost:{google.server_port}"
        yield {
            "settings": build_settings(vk_url, telegram_url, google_url) | build_bot_settings(bot_api_url),
            "addresses": {
                "VK_STAND_IN": vk_url,
                "TELEGRAM_STAND_IN": telegram_url,
                "TELEGRAM_BOT_STAND_IN": bot_api_url,
                "GOOGLE_STAND_IN": google_url,
            },
        }


def build_settings(vk_url: str, telegram_url: str, google_url: str) -> dict[str, str]:
    """Return the settings with which the auth service calls the stand-ins instead of the providers."""
    return {
        "AUTH_VK_CLIENT_ID": "51000001",
        "AUTH_VK_BASE_URL": vk_url,
        "AUTH_GOOGLE_CLIENT_ID": "google-client",
        "AUTH_GOOGLE_CLIENT_SECRET": "google-secret",
        "AUTH_GOOGLE_DISCOVERY_URL": f"{google_url}/.well-known/openid-configuration",
        "AUTH_TELEGRAM_BOT_TOKEN": telegram.BOT_TOKEN,
        "AUTH_TELEGRAM_BOT_NAME": BOT_NAME,
        "AUTH_TELEGRAM_WIDGET_URL": f"{telegram_url}/auth",
    }


def build_bot_settings(bot_api_url: str) -> dict[str, str]:
    """Return settings with which the notifications service has a bot and polls the stand-in of the Bot API."""
    return {
        "TELEGRAM_BOT_TOKEN": telegram_bot.BOT_TOKEN,
        "TELEGRAM_BOT_NAME": telegram_bot.BOT_NAME,
        "TELEGRAM_API_URL": bot_api_url,
    }


def main() -> None:
    """Run until SIGTERM or SIGINT."""
    stop_signals = {signal.SIGTERM, signal.SIGINT}
    # The signals are blocked before any thread starts, so that only `sigwait` receives them.
    signal.pthread_sigmask(signal.SIG_BLOCK, stop_signals)
    with run_all() as providers:
        print(json.dumps(providers), flush=True)
        signal.sigwait(stop_signals)


if __name__ == "__main__":
    main()
