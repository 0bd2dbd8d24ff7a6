from datetime import timedelta

from chassis import limits
from chassis.errors import RateLimited, documented
from chassis.http import ClientAddress
from fastapi import APIRouter

from auth.registration import email_validation
from auth.registration.schemas import EmailCheck, EmailToCheck
from auth.runtime import Rt

router = APIRouter(prefix="/api/auth", tags=["registration"])


@router.post("/validate-email", responses=documented(RateLimited))
async def validate_email(body: EmailToCheck, runtime: Rt, address: ClientAddress) -> EmailCheck:
    """Check the spelling and domain of an address; never whether an account uses it."""
    limit = runtime.settings.validate_email_per_minute
    await limits.hit(runtime, "validate-email", address, limit=limit, per=timedelta(minutes=1))
    return await email_validation.check(runtime, body.email)
