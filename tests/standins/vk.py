"""Stand-in of VK ID (OAuth 2.1): /authorize, /oauth2/auth, /oauth2/user_info. `python -m tests.standins.vk --port N`"""

import secrets
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from tests.standins.provider_state import ProviderState, add_controls, build_consent_page, redirect_with_decision
from tests.standins.running import serve

# The scopes that VK ID documents for the profile.
SCOPES = {"vkid.personal_info", "email", "phone"}
PEOPLE: dict[str, dict[str, Any]] = {
    "1001": {"first_name": "Ирина", "last_name": "Волкова", "email": "irina.volkova@example.com"},
    "1002": {"first_name": "Павел", "last_name": "Безпочтов"},
}


def build(provider: ProviderState | None = None) -> FastAPI:
    """Create the stand-in. Like VK, it answers refusals with status 200."""
    provider = provider or ProviderState(dict(PEOPLE))
    app = FastAPI()
    add_controls(app, provider)

    @app.get("/authorize")
    async def show_consent(request: Request) -> HTMLResponse:
        if unknown := set(request.query_params.get("scope", "").split()) - SCOPES:
            return HTMLResponse(f"no such scope: {', '.join(sorted(unknown))}", status_code=400)
        return build_consent_page(provider, "VK ID", request)

    @app.post("/authorize")
    async def authorize(request: Request) -> RedirectResponse:
        return await redirect_with_decision(provider, request, with_device=True)

    @app.post("/oauth2/auth")
    async def exchange_code(request: Request) -> JSONResponse:
        await provider.apply_behavior()
        form = {name: str(value) for name, value in (await request.form()).items()}
        grant = provider.redeem(form)
        if (
            grant is None
            or form.get("device_id") != grant.device_id
            or form.get("client_id") != grant.request.get("client_id")
        ):
            return JSONResponse({"error": "invalid_grant", "error_description": "code is invalid or expired"})
        token = secrets.token_urlsafe(32)
        provider.tokens[token] = grant.person
        body = {"access_token": token, "refresh_token": secrets.token_urlsafe(32), "token_type": "Bearer"}
        return JSONResponse(body | {"expires_in": 3600, "user_id": grant.person, "state": form.get("state", "")})

    @app.post("/oauth2/user_info")
    async def get_user_info(request: Request) -> JSONResponse:
        await provider.apply_behavior()
        form = await request.form()
        person = provider.tokens.get(str(form.get("access_token")))
        if person is None or not form.get("client_id"):
            return JSONResponse({"error": "invalid_token", "error_description": "access token is invalid"})
        return JSONResponse({"user": {"user_id": person, **provider.people[person]}})

    return app


if __name__ == "__main__":
    serve(build())
