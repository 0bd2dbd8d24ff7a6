"""What the gateway answers for parts that are away while the web server, which has its texts, is away too."""

from chassis.web.errors import Unavailable
from chassis.web.routing import METHODS
from fastapi import APIRouter

router = APIRouter(include_in_schema=False)


@router.api_route("/unavailable/{path:path}", methods=[*METHODS, "OPTIONS"])
async def answer_for_others(path: str) -> None:
    """The refusal of a service that does not answer; the gateway puts the requested path behind. Raises Unavailable."""
    raise Unavailable
