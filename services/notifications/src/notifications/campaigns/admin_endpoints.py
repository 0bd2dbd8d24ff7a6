from typing import Annotated
from uuid import UUID

from chassis.web.errors import document_errors
from fastapi import APIRouter, Query

from notifications.audit.service import Admin
from notifications.campaigns import service
from notifications.campaigns.schemas import (
    AudiencePreview,
    AudienceRequest,
    CampaignAnswer,
    CampaignPage,
    CampaignQuery,
    CampaignSend,
    MessageSend,
    SegmentList,
    StatsAnswer,
    TestAnswer,
)
from notifications.runtime import Db, ReadDb

router = APIRouter(prefix="/api/notifications/admin", tags=["campaigns"])


@router.post("/send", status_code=202, responses=document_errors(service.send))
async def send_campaign(body: CampaignSend, admin: Admin, db: Db) -> CampaignAnswer:
    """Send a message to an audience, now or later."""
    return CampaignAnswer(campaign=await service.send(db, body, author=admin))


@router.post("/audience")
async def preview_audience(body: AudienceRequest, admin: Admin, db: ReadDb) -> AudiencePreview:
    """Count the users whom a campaign would reach."""
    return await service.preview(db, body)


@router.post("/test", responses=document_errors(service.send_to_self))
async def send_campaign_to_self(body: MessageSend, admin: Admin, db: Db) -> TestAnswer:
    """Send a message only to the caller, as a test."""
    return TestAnswer(notification=await service.send_to_self(db, body, author=admin))


@router.get("/segments")
async def list_segments(admin: Admin, db: ReadDb) -> SegmentList:
    """List the named groups that a campaign may be sent to."""
    return SegmentList(items=await service.list_segments(db))


@router.get("/campaigns")
async def list_campaigns(query: Annotated[CampaignQuery, Query()], admin: Admin, db: ReadDb) -> CampaignPage:
    """List the campaigns with their figures, newest first by default."""
    return await service.list_campaigns(db, query)


@router.get("/campaigns/{campaign_id}", responses=document_errors(service.get_campaign))
async def read_campaign(campaign_id: UUID, admin: Admin, db: ReadDb) -> CampaignAnswer:
    """Return one campaign and its progress."""
    return CampaignAnswer(campaign=await service.get_campaign(db, campaign_id))


@router.delete("/campaigns/{campaign_id}", responses=document_errors(service.cancel))
async def cancel_campaign(campaign_id: UUID, admin: Admin, db: Db) -> CampaignAnswer:
    """Cancel a scheduled campaign, or stop one that is being sent."""
    return CampaignAnswer(campaign=await service.cancel(db, campaign_id, caller=admin))


@router.get("/stats")
async def read_stats(admin: Admin, db: ReadDb) -> StatsAnswer:
    """Count live connections, messages sent in the last hour, and messages that wait in queues."""
    return await service.get_statistics(db)
