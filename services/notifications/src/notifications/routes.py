"""The routes of all features: under /api/notifications and, by the contract, under /notifications."""

from fastapi import APIRouter
from starlette.types import ASGIApp, Receive, Scope, Send

from notifications.audit import admin_endpoints as audit
from notifications.campaigns import admin_endpoints as campaigns
from notifications.channels import admin_endpoints as customer_emails
from notifications.channels import endpoints as channels
from notifications.inbox import endpoints as inbox
from notifications.live import endpoints as live
from notifications.preferences import endpoints as preferences
from notifications.telegram import endpoints as telegram
from notifications.templates import admin_endpoints as templates

ROUTERS: list[APIRouter] = [
    live.router,
    campaigns.router,
    templates.router,
    audit.router,
    customer_emails.router,
    channels.router,
    telegram.router,
    preferences.router,
    inbox.router,
]
SHORT_PREFIX = "/notifications"


class PathPrefix:
    """Middleware that routes `/notifications...` as `/api/notifications...`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (scope["path"] == SHORT_PREFIX or scope["path"].startswith(SHORT_PREFIX + "/")):
            scope = {**scope, "path": "/api" + scope["path"], "raw_path": b"/api" + scope["raw_path"]}
        await self._app(scope, receive, send)
