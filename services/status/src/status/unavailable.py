"""Answers for services that are down while the web server, which has its own texts, is down too."""

from chassis.web.errors import Unavailable
from chassis.web.routing import METHODS
from fastapi import APIRouter

router = APIRouter(include_in_schema=False)


@router.api_route("/unavailable/{path:path}", methods=[*METHODS, "OPTIONS"])
async def answer_for_others(path: str) -> None:
    """Answer for a service that is down. The gateway appends the requested path. Raises Unavailable."""
    raise Unavailable
