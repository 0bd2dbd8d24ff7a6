from uuid import UUID

from chassis.features.lists import QueryParameters, fetch_list
from chassis.web.errors import document_errors
from contracts.envelopes import Done, Item, Items
from fastapi import APIRouter

from content import editing
from content.audit.service import Admin
from content.restoring import Restoration, RestoredAnswer
from content.runtime import Db, ReadDb
from content.team import service
from content.team.schemas import (
    FormerTeamMember,
    TeamAdminQuery,
    TeamMemberAdmin,
    TeamMemberCreate,
    TeamMemberUpdate,
)
from content.team.tables import TeamMember

router = APIRouter(prefix="/api/content/admin/team", tags=["admin: team"])


@router.get("")
async def admin_list_team(query: QueryParameters[TeamAdminQuery], db: ReadDb, caller: Admin) -> Items[TeamMemberAdmin]:
    """List all members of the team, including drafts."""
    return Items[TeamMemberAdmin].of(*await fetch_list(db, TeamMember, query, "status"))


@router.post("", status_code=201, responses=document_errors(service.create))
async def admin_create_team_member(body: TeamMemberCreate, db: Db, caller: Admin) -> Item[TeamMemberAdmin]:
    """Add a member."""
    return Item[TeamMemberAdmin].of(await service.create(db, body, caller=caller))


@router.post("/restore", responses=document_errors(service.restore))
async def admin_restore_team_members(body: Restoration[FormerTeamMember], db: Db, caller: Admin) -> RestoredAnswer:
    """Undo a bulk change: members get their former status back, all or none."""
    await service.restore(db, body.items, caller=caller)
    return RestoredAnswer(restored=len(body.items))


@router.get("/{id}", responses=document_errors(editing.get_record))
async def admin_read_team_member(id: UUID, db: ReadDb, caller: Admin) -> Item[TeamMemberAdmin]:
    """Return one member."""
    return Item[TeamMemberAdmin].of(await editing.get_record(db, TeamMember, id))


@router.patch("/{id}", responses=document_errors(service.change))
async def admin_change_team_member(id: UUID, body: TeamMemberUpdate, db: Db, caller: Admin) -> Item[TeamMemberAdmin]:
    """Change a member."""
    return Item[TeamMemberAdmin].of(await service.change(db, id, body, caller=caller))


@router.delete("/{id}", responses=document_errors(editing.delete_by_id))
async def admin_delete_team_member(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete a member."""
    await editing.delete_by_id(db, TeamMember, id, caller=caller)
    return Done()
