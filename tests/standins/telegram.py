"""Stand-in of Telegram: OpenID Connect and the login widget. `python -m tests.standins.telegram --port N`"""

import base64
import hashlib
import hmac
import html
import json
import os
import time
from typing import Any
from urllib.parse import parse_qs, urlsplit

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from joserfc import jwt
from joserfc.jwk import RSAKey

from tests.standins.provider_state import Grant, ProviderState, add_controls, build_consent_page, redirect_with_decision
from tests.standins.running import serve

BOT_TOKEN = "7000000001:stand-in-token"
PEOPLE: dict[str, dict[str, Any]] = {"5001": {"first_name": "Марат", "last_name": "Юсупов", "username": "marat"}}

# Like the real frame, it sends its size and then the signed-in user as JSON text, only to the origin of the page.
FRAME = """<!doctype html><html lang=ru><title>Telegram</title>{buttons}<script>
const send = (message) => parent.postMessage(JSON.stringify(message), {origin})
send({ event: 'resize', width: 238, height: 40 })
for (const button of document.querySelectorAll('button')) button.onclick = async () => {
  const answer = await fetch(location.pathname + '/data?person=' + button.value)
  send({ event: 'auth_user', auth_data: await answer.json() })
}
</script></html>"""


def build_widget_data(
    person: dict[str, Any], *, bot_token: str = BOT_TOKEN, auth_date: int | None = None
) -> dict[str, Any]:
    """Return the data of a signed-in user from the widget, with the signature of Telegram."""
    data = {**person, "auth_date": auth_date or int(time.time())}
    lines = "\n".join(f"{name}={data[name]}" for name in sorted(data))
    secret = hashlib.sha256(bot_token.encode()).digest()
    return {**data, "hash": hmac.new(secret, lines.encode(), hashlib.sha256).hexdigest()}


def build(provider: ProviderState | None = None, *, issuer: str | None = None, bot_token: str = BOT_TOKEN) -> FastAPI:
    """Create the stand-in. The site must refuse its tokens if `issuer` differs from its address."""
    provider = provider or ProviderState(dict(PEOPLE))
    app = FastAPI()
    add_controls(app, provider)
    _add_openid(app, provider, issuer)
    _add_widget(app, provider, bot_token)
    return app


def _add_openid(app: FastAPI, provider: ProviderState, issuer: str | None) -> None:
    key = RSAKey.generate_key(2048, {"kid": "telegram-1"})

    @app.get("/.well-known/openid-configuration")
    async def get_discovery_document(request: Request) -> dict[str, str]:
        await provider.apply_behavior()
        base = str(request.base_url).rstrip("/")
        endpoints = {"authorization_endpoint": f"{base}/authorize", "token_endpoint": f"{base}/token"}
        return {"issuer": base, "jwks_uri": f"{base}/jwks", **endpoints}

    @app.get("/jwks")
    async def get_keys() -> dict[str, Any]:
        return {"keys": [key.as_dict(private=False)]}

    @app.get("/authorize")
    async def show_consent(request: Request) -> HTMLResponse:
        return build_consent_page(provider, "Telegram", request)

    @app.post("/authorize")
    async def authorize(request: Request) -> RedirectResponse:
        return await redirect_with_decision(provider, request, with_device=False)

    @app.post("/token")
    async def exchange_code(request: Request) -> JSONResponse:
        await provider.apply_behavior()
        grant = provider.redeem({name: str(value) for name, value in (await request.form()).items()})
        if grant is None:
            return JSONResponse({"error": "invalid_grant"}, 400)
        claims = _build_claims(provider, grant, issuer or str(request.base_url).rstrip("/"))
        token = jwt.encode({"alg": "RS256", "kid": "telegram-1"}, claims, key)
        return JSONResponse({"access_token": "unused", "token_type": "Bearer", "expires_in": 300, "id_token": token})


def _build_claims(provider: ProviderState, grant: Grant, issuer: str) -> dict[str, Any]:
    person = provider.people[grant.person]
    now = int(time.time())
    return {
        "iss": issuer,
        "aud": grant.request["client_id"],
        "sub": grant.person,
        "name": f"{person['first_name']} {person.get('last_name', '')}".strip(),
        "nonce": grant.request.get("nonce", ""),
        "iat": now,
        "exp": now + 300,
    }


def _add_widget(app: FastAPI, provider: ProviderState, bot_token: str) -> None:
    """Add the login widget: a page that returns the data in the fragment, and a frame that sends a message."""

    @app.get("/embed/{bot}")
    async def show_frame(bot: str, origin: str) -> HTMLResponse:
        buttons = "".join(
            f"<button value='{html.escape(id)}'>Войти как {html.escape(profile['first_name'])}</button>"
            for id, profile in provider.people.items()
        )
        return HTMLResponse(FRAME.replace("{buttons}", buttons).replace("{origin}", json.dumps(origin)))

    @app.get("/embed/{bot}/data")
    async def get_frame_data(bot: str, person: str) -> dict[str, Any]:
        return build_widget_data({"id": int(person), **provider.people[person]}, bot_token=bot_token)

    @app.get("/auth")
    async def ask_widget(request: Request) -> HTMLResponse:
        return build_consent_page(provider, "Telegram", request)

    @app.post("/auth")
    async def answer_widget(request: Request) -> RedirectResponse:
        form = await request.form()
        person = str(form["person"])
        return_to = str(form["return_to"])
        state = parse_qs(urlsplit(return_to).query).get("state", [""])[0]
        if not person or provider.behavior.refuse:
            return RedirectResponse(f"{return_to.partition('?')[0]}?error=access_denied&state={state}", 302)
        data = build_widget_data({"id": int(person), **provider.people[person]}, bot_token=bot_token)
        result = base64.urlsafe_b64encode(json.dumps(data).encode()).rstrip(b"=").decode()
        return RedirectResponse(f"{return_to}#tgAuthResult={result}", 302)


if __name__ == "__main__":
    serve(build(bot_token=os.environ.get("AUTH_TELEGRAM_BOT_TOKEN", BOT_TOKEN)))
