from chassis.web.auth import OptionalCaller
from chassis.web.errors import Forbidden, document_errors
from chassis.web.http import ClientAddress
from fastapi import APIRouter

from content.inquiries import service
from content.inquiries.schemas import ContactAnswer, ContactCreate, RequestAnswer, RequestCreate
from content.runtime import Db

contacts_router = APIRouter(prefix="/api/contact", tags=["contact"])
requests_router = APIRouter(prefix="/api/requests", tags=["requests"])


@contacts_router.post("", status_code=201, responses=document_errors(service.receive_contact, Forbidden))
async def send_contact_message(
    body: ContactCreate, db: Db, caller: OptionalCaller, address: ClientAddress
) -> ContactAnswer:
    """Write to the company."""
    contact = await service.receive_contact(db, body, caller=caller, address=address)
    return ContactAnswer(id=contact.id, reference=contact.reference, reply_by=contact.due_at)


@requests_router.post("", status_code=201, responses=document_errors(service.receive_request, Forbidden))
async def send_request(body: RequestCreate, db: Db, caller: OptionalCaller, address: ClientAddress) -> RequestAnswer:
    """Request a service; a signed-in caller sees it among their bookings."""
    request = await service.receive_request(db, body, caller=caller, address=address)
    return RequestAnswer(id=request.id, reference=request.reference, reply_by=request.due_at)
