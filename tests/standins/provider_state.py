"""State of a sign-in stand-in: its users and its behavior. Also the consent page, where a user agrees or refuses."""

import asyncio
import base64
import hashlib
import html
import secrets
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse


@dataclass
class Grant:
    """An issued authorization code, with the request that its exchange must match."""

    person: str
    request: dict[str, str]
    device_id: str
    is_used: bool = False


@dataclass
class Behavior:
    """Behavior that a test chooses.

    With `down` the stand-in answers 503. It waits `slow_seconds` before each answer. With `refuse` every user is sent
    back with access_denied.
    """

    down: bool = False
    slow_seconds: float = 0.0
    refuse: bool = False


@dataclass
class ProviderState:
    """The state of one stand-in. `call_count` counts the calls of the site's server."""

    people: dict[str, dict[str, Any]]
    behavior: Behavior = field(default_factory=Behavior)
    grants: dict[str, Grant] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    call_count: int = 0

    async def apply_behavior(self) -> None:
        """Count the call, then wait or fail as the test chose. Called before each answer to the site's server."""
        self.call_count += 1
        await asyncio.sleep(self.behavior.slow_seconds)
        if self.behavior.down:
            raise HTTPException(503)

    def issue_code(self, person: str, request: dict[str, str]) -> tuple[str, Grant]:
        """Issue an authorization code. Returns the code and its grant."""
        code = secrets.token_urlsafe(24)
        self.grants[code] = Grant(person, request, device_id=secrets.token_urlsafe(16))
        return code, self.grants[code]

    def redeem(self, form: dict[str, str]) -> Grant | None:
        """Redeem a code. Returns its grant, or None if it was used or the request does not match, including PKCE."""
        grant = self.grants.get(form.get("code", ""))
        if grant is None or grant.is_used:
            return None
        grant.is_used = True
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if challenge != grant.request.get("code_challenge"):
            return None
        if form.get("redirect_uri") != grant.request["redirect_uri"]:
            return None
        return grant


def add_controls(app: FastAPI, provider: ProviderState) -> None:
    """Add the routes by which tests control a stand-in."""

    @app.put("/_people/{person}", status_code=204)
    async def add_person(person: str, profile: dict[str, Any]) -> None:
        provider.people[person] = profile

    @app.put("/_behavior", status_code=204)
    async def set_behavior(behavior: dict[str, Any]) -> None:
        provider.behavior = Behavior(**behavior)


def build_consent_page(provider: ProviderState, title: str, request: Request) -> HTMLResponse:
    """Return the page with one button for each user, and one to refuse."""
    hidden_inputs = "".join(
        f'<input type="hidden" name="{html.escape(name)}" value="{html.escape(value)}">'
        for name, value in request.query_params.items()
    )
    buttons = "".join(
        f'<button name="person" value="{html.escape(id)}">Продолжить как {html.escape(profile["first_name"])}</button>'
        for id, profile in provider.people.items()
    )
    page = f"<form method=post>{hidden_inputs}{buttons}<button name=person value=''>Отказаться</button></form>"
    return HTMLResponse(f"<!doctype html><html lang=ru><title>{title}</title><h1>{title}</h1>{page}</html>")


async def redirect_with_decision(provider: ProviderState, request: Request, *, with_device: bool) -> RedirectResponse:
    """Redirect the user to the site, with a code or with a refusal."""
    form = {name: str(value) for name, value in (await request.form()).items()}
    person = form.pop("person", "")
    parameters: dict[str, str] = {"state": form["state"]}
    if not person or provider.behavior.refuse:
        parameters |= {"error": "access_denied", "error_description": "User denied"}
    else:
        code, grant = provider.issue_code(person, form)
        parameters |= {"code": code}
        if with_device:
            parameters |= {"device_id": grant.device_id, "type": "code_v2"}
    return RedirectResponse(f"{form['redirect_uri']}?{urlencode(parameters)}", status_code=302)
