"""The public calculation API for other sites and programs, which authenticate by a key."""

from typing import Annotated

from chassis.web.auth import parse_bearer_token
from chassis.web.errors import UnsupportedType, document_errors, raises
from chassis.web.openapi import SECURITY, SECURITY_SCHEMES
from fastapi import APIRouter, Depends, Request, Response

from calculator.api_keys import service
from calculator.api_keys.errors import ApiKeyRequired
from calculator.api_keys.tables import ApiKey
from calculator.estimates.schemas import CalculationRead, CalculationRequest
from calculator.policy.service import get_policy
from calculator.runtime import CurrentRuntime

router = APIRouter(prefix="/api/calculator/v1", tags=["public calculation API"])

SECURITY_SCHEMES["calculation_key"] = {
    "type": "http",
    "scheme": "bearer",
    "description": "A key of the public calculation API, as the administrator issued it.",
}


@raises(ApiKeyRequired)
async def require_key(request: Request, runtime: CurrentRuntime) -> ApiKey:
    """Return the key of the request. Raises ApiKeyRequired, ApiKeyInvalid."""
    text = parse_bearer_token(request.headers.get("authorization", ""))
    if text is None:
        raise ApiKeyRequired
    return await service.find_key(runtime, text)


SECURITY[require_key] = [{"calculation_key": []}]


@router.post(
    "/calculations",
    responses=document_errors(get_policy, require_key, service.find_key, service.count_call, UnsupportedType),
)
async def public_calculation(
    body: CalculationRequest, key: Annotated[ApiKey, Depends(require_key)], runtime: CurrentRuntime, response: Response
) -> CalculationRead:
    """Calculate the customs payments of one car, with the legal source of each line, for the holder of a key.

    Without `edition` and `declaration_date` the rates in force today apply.
    """
    answer = service.calculate_for_key_holder(runtime, body)
    response.headers.update(await service.count_call(runtime, key))
    return CalculationRead.model_validate(answer)
