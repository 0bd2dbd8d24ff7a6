"""Calculate, compare, and the batch for other services' background jobs."""

from typing import Annotated

import orjson
from chassis.web.errors import RateLimited, UnsupportedType, document_errors
from chassis.web.http import ClientAddress, get_client_address
from fastapi import APIRouter, Body, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.types import Receive, Scope, Send

from calculator.estimates import batch, scenarios, service
from calculator.estimates.schemas import CalculationRead, CalculationRequest, ComparisonRead, ComparisonRequest
from calculator.policy.policy import get_customs_day
from calculator.policy.service import get_policy
from calculator.runtime import CalculatorRuntime, CurrentRuntime

router = APIRouter(tags=["calculator"])


class DirectRoute(APIRoute):
    """A route whose function parses the request itself. FastAPI resolves no dependencies and validates no response."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in (self.methods or ()):
            await super().handle(scope, receive, send)
            return
        answer: Response = await self.endpoint(Request(scope, receive, send))
        await answer(scope, receive, send)


direct_router = APIRouter(tags=["calculator"], route_class=DirectRoute)

REQUEST_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/CalculationRequest"}}},
    }
}


@direct_router.post(
    "/api/calculator/calculate",
    response_model=CalculationRead,
    responses=document_errors(get_policy, RateLimited, UnsupportedType),
    openapi_extra=REQUEST_BODY,
)
async def calculate(request: Request) -> Response:
    """Calculate the customs payments of one car, line by line, with the legal source of each line."""
    # This is the most used route, so it bypasses the dependency system.
    runtime: CalculatorRuntime = request.app.state.runtime
    body = await _read_json(request)
    now = runtime.now()
    policy = get_policy(runtime)
    today = get_customs_day(now)

    def produce() -> bytes:
        return orjson.dumps(service.calculate(_parse_request(body), policy=policy, today=today))

    with runtime.rate_limiter.count_calculation(await get_client_address(request), now):
        answer = runtime.response_cache.get_or_produce(body, policy, today, produce)
    return Response(answer, media_type="application/json")


async def _read_json(request: Request) -> bytes:
    body = await request.body()
    if body and not request.headers.get("content-type", "").lower().startswith("application/json"):
        raise UnsupportedType
    return body


def _parse_request(body: bytes) -> CalculationRequest:
    try:
        return CalculationRequest.model_validate_json(body)
    except ValidationError as error:
        raise RequestValidationError(error.errors(include_url=False)) from error


@router.post(
    "/api/calculator/compare",
    responses=document_errors(get_policy, RateLimited, UnsupportedType),
)
async def compare(body: ComparisonRequest, runtime: CurrentRuntime, address: ClientAddress) -> ComparisonRead:
    """Compare the customs payments of a car with the payments for another importer, fuel, age or edition."""
    now = runtime.now()
    with runtime.rate_limiter.count_calculation(address, now):
        return scenarios.compare(body.request, body.scenarios, policy=get_policy(runtime), today=get_customs_day(now))


@router.post("/internal/estimates", include_in_schema=False)
async def estimate_batch(body: Annotated[batch.BatchRequest, Body()], runtime: CurrentRuntime) -> batch.BatchRead:
    """Calculate many cars at once, for jobs of other services. The gateway does not route this path."""
    return batch.estimate_batch(body, policy=get_policy(runtime), today=get_customs_day(runtime.now()))
