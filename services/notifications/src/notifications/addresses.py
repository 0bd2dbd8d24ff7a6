"""Where the features answer: under /api/notifications, and under the specification's bare /notifications as well."""

from fastapi import APIRouter
from starlette.types import ASGIApp, Receive, Scope, Send

from notifications.campaigns import endpoints as campaigns
from notifications.channels import endpoints as channels
from notifications.inbox import endpoints as inbox
from notifications.live import endpoints as live
from notifications.preferences import endpoints as preferences
from notifications.templates import endpoints as templates

# The inbox comes last: its `/{notification_id}` would take the others' addresses for ids.
ROUTERS: list[APIRouter] = [
    live.router,
    campaigns.router,
    templates.router,
    channels.router,
    preferences.router,
    inbox.router,
]
BARE = "/notifications"


class BareAddresses:
    """Takes `/notifications...` for `/api/notifications...`: the same calls, written once."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (scope["path"] == BARE or scope["path"].startswith(BARE + "/")):
            scope = {**scope, "path": "/api" + scope["path"], "raw_path": b"/api" + scope["raw_path"]}
        await self._app(scope, receive, send)
