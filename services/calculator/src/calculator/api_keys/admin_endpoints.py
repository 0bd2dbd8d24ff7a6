"""Administration of the API keys."""

from typing import Annotated
from uuid import UUID

from chassis.features.audit import requires_administrator
from chassis.features.lists import QueryParameters
from chassis.web.auth import Principal
from chassis.web.errors import document_errors
from contracts.envelopes import Item, Items
from fastapi import APIRouter

from calculator.api_keys import queries, service
from calculator.api_keys.schemas import ApiKeyChange, ApiKeyCreate, ApiKeyQuery, ApiKeyRead, IssuedApiKey
from calculator.runtime import Db, ReadDb

Administrator = Annotated[Principal, requires_administrator("calculator:administer")]

router = APIRouter(prefix="/api/calculator/admin/keys", tags=["calculator administration"])


@router.get("")
async def list_api_keys(query: QueryParameters[ApiKeyQuery], caller: Administrator, db: ReadDb) -> Items[ApiKeyRead]:
    """List all keys of the public API, without their texts."""
    keys, total = await queries.list_page(db, query)
    return Items[ApiKeyRead].of([service.serialize_key(key) for key in keys], total)


@router.get("/{id}", responses=document_errors(service.get_key))
async def read_api_key(id: UUID, caller: Administrator, db: ReadDb) -> Item[ApiKeyRead]:
    """Return one key of the public API."""
    return Item[ApiKeyRead](item=service.serialize_key(await service.get_key(db, id)))


@router.post("", status_code=201, responses=document_errors(service.issue_key))
async def issue_api_key(body: ApiKeyCreate, caller: Administrator, db: Db) -> Item[IssuedApiKey]:
    """Issue a key of the public API; its text is in this answer only."""
    key, text = await service.issue_key(db, body, caller=caller)
    return Item[IssuedApiKey](item=IssuedApiKey(**service.serialize_key(key).model_dump(), key=text))


@router.patch("/{id}", responses=document_errors(service.change_key))
async def change_api_key(id: UUID, body: ApiKeyChange, caller: Administrator, db: Db) -> Item[ApiKeyRead]:
    """Rename a key, or change its limits."""
    return Item[ApiKeyRead](item=service.serialize_key(await service.change_key(db, id, body, caller=caller)))


@router.post("/{id}/revoke", responses=document_errors(service.revoke_key))
async def revoke_api_key(id: UUID, caller: Administrator, db: Db) -> Item[ApiKeyRead]:
    """Revoke a key at once."""
    return Item[ApiKeyRead](item=service.serialize_key(await service.revoke_key(db, id, caller=caller)))
