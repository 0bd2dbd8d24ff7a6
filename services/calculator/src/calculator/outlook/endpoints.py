"""What changes the sum of a calculation, and how it changed over 12 months."""

from chassis.web.errors import RateLimited, UnsupportedType, documented
from chassis.web.http import ClientAddress
from fastapi import APIRouter

from calculator.outlook.schemas import OutlookRead, OutlookRequest
from calculator.outlook.service import look_ahead
from calculator.policy.current import customs_day
from calculator.policy.service import get_policy
from calculator.runtime import Rt

router = APIRouter(tags=["calculator"])


@router.post("/api/calculator/outlook", responses=documented(get_policy, RateLimited, UnsupportedType))
async def outlook(body: OutlookRequest, rt: Rt, address: ClientAddress) -> OutlookRead:
    """Show what changes the customs payments of a car next, and their sums of the last 12 months."""
    now = rt.now()
    with rt.rate_limiter.counted(address, now):
        return look_ahead(body, policy=get_policy(rt), today=customs_day(now))
