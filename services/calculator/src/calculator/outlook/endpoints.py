"""What changes the sum of a calculation, and how it changed over 12 months."""

from chassis.web.errors import RateLimited, UnsupportedType, document_errors
from chassis.web.http import ClientAddress
from fastapi import APIRouter

from calculator.outlook.schemas import OutlookRead, OutlookRequest
from calculator.outlook.service import build_outlook
from calculator.policy.policy import get_customs_day
from calculator.policy.service import get_policy
from calculator.runtime import CurrentRuntime

router = APIRouter(tags=["calculator"])


@router.post("/api/calculator/outlook", responses=document_errors(get_policy, RateLimited, UnsupportedType))
async def outlook(body: OutlookRequest, runtime: CurrentRuntime, address: ClientAddress) -> OutlookRead:
    """Show what changes the customs payments of a car next, and their sums of the last 12 months."""
    now = runtime.now()
    with runtime.rate_limiter.count_calculation(address, now):
        return build_outlook(body, policy=get_policy(runtime), today=get_customs_day(now))
