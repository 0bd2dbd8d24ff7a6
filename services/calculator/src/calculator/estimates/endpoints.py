"""Calculate, compare, and the batch that other services' background jobs ask for."""

from typing import Annotated, Any

import orjson
from chassis.app import Rt, Runtime
from chassis.errors import RateLimited, Unavailable, UnsupportedType, documented
from chassis.http import ClientAddress, client_address
from fastapi import APIRouter, Body, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.types import Receive, Scope, Send

from calculator.estimates import batch, scenarios, service
from calculator.estimates.answers import Answers
from calculator.estimates.schemas import CalculationRead, CalculationRequest, ComparisonRead, ComparisonRequest
from calculator.estimates.throttle import Throttle
from calculator.policy.current import customs_day
from calculator.policy.memory import policy_of
from calculator.settings import settings_of

router = APIRouter(tags=["calculator"])


class StraightRoute(APIRoute):
    """A route that reads its request itself: no dependencies to solve, no answer to validate once more."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in (self.methods or ()):
            await super().handle(scope, receive, send)
            return
        answer: Response = await self.endpoint(Request(scope, receive, send))
        await answer(scope, receive, send)


hot = APIRouter(tags=["calculator"], route_class=StraightRoute)

REQUEST_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/CalculationRequest"}}},
    }
}


@hot.post(
    "/api/calculator/calculate",
    response_model=CalculationRead,
    responses=documented(RateLimited, Unavailable, UnsupportedType),
    openapi_extra=REQUEST_BODY,
)
async def calculate(request: Request) -> Response:
    """What customs will take for one car, line by line, with the law behind each line."""
    # The hottest path of the site: the body goes to its model and the answer to bytes without a stop between.
    runtime: Runtime = request.app.state.runtime
    body, now, policy = await _json_body(request), runtime.clock(), policy_of(runtime)
    today = customs_day(now)

    def produce() -> bytes:
        return orjson.dumps(service.calculate(_parsed(body), policy=policy, today=today))

    answer = answers_of(runtime).answer(body, policy, today, produce)
    throttle_of(runtime).hit(await client_address(request), now)
    return Response(answer, media_type="application/json")


async def _json_body(request: Request) -> bytes:
    body = await request.body()
    if body and not request.headers.get("content-type", "").lower().startswith("application/json"):
        raise UnsupportedType
    return body


def _parsed(body: bytes) -> CalculationRequest:
    try:
        return CalculationRequest.model_validate_json(body)
    except ValidationError as error:
        raise RequestValidationError(error.errors(include_url=False)) from error


def answers_of(runtime: Runtime) -> Answers:
    answers: Answers = runtime.state.setdefault("answers", Answers())
    return answers


def throttle_of(runtime: Runtime) -> Throttle:
    """Counted together: a comparison is a calculation too."""
    throttle: Throttle | None = runtime.state.get("throttle")
    if throttle is None:
        throttle = runtime.state["throttle"] = Throttle(settings_of(runtime).calculate_per_minute)
    return throttle


@router.post(
    "/api/calculator/compare",
    response_model=ComparisonRead,
    responses=documented(RateLimited, Unavailable, UnsupportedType),
)
async def compare(body: ComparisonRequest, rt: Rt, address: ClientAddress) -> dict[str, Any]:
    """The same car imported otherwise: other importer, fuel, age or edition, in one answer."""
    now = rt.clock()
    answer = scenarios.compare(body.request, body.scenarios, policy=policy_of(rt), today=customs_day(now))
    throttle_of(rt).hit(address, now)
    return answer


@router.post("/internal/estimates", include_in_schema=False)
async def estimate_batch(body: Annotated[batch.BatchRequest, Body()], rt: Rt) -> batch.BatchRead:
    """Many cars at once for other services' jobs: on the service's own port only, since the door routes /api."""
    return batch.estimate(body, policy=policy_of(rt), today=customs_day(rt.clock()))
