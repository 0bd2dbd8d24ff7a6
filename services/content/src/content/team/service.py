"""The team, and which members are online."""

from datetime import datetime, timedelta
from uuid import UUID

from chassis.web.auth import Principal
from chassis.web.caches import CachedBytes
from chassis.web.errors import Conflict, Forbidden, Invalid, NotFound, StaleVersion, raises
from slugify import slugify
from sqlalchemy import func
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from content import editing
from content.drafts import check_complete
from content.records import build_record
from content.restoring import RecordsChanged, lock_unchanged_records
from content.runtime import Session
from content.team import queries
from content.team.schemas import (
    FormerTeamMember,
    PresenceStatus,
    TeamList,
    TeamMemberCreate,
    TeamMemberRead,
    TeamMemberUpdate,
)
from content.team.tables import Presence, TeamMember
from content.users import service as users

cache = CachedBytes("team", seconds=2)


class HandleTaken(Conflict):
    """Another member has this page name, or is the same user."""

    code = "handle_taken"
    message = "Такое имя страницы или такой пользователь уже есть в команде"


async def list_team(db: Session) -> TeamList:
    rows = await queries.list_with_presence(db)
    return TeamList(team=[_serialize_member(db, member, seen_at) for member, seen_at in rows])


def _serialize_member(db: Session, member: TeamMember, seen_at: datetime | None) -> TeamMemberRead:
    presence = _compute_presence(db, seen_at)
    # The column `status` says whether the member is published. The public `status` is the presence.
    fields = member.model_dump(exclude={"status"})
    return TeamMemberRead(**fields, status=presence, lastActivity=seen_at, isOnline=presence == "online")


def _compute_presence(db: Session, seen_at: datetime | None) -> PresenceStatus:
    """Return online, away or offline, by the time since the last activity."""
    now = db.now()
    settings = db.runtime.settings
    if seen_at is None or now - seen_at >= timedelta(minutes=settings.away_minutes):
        return "offline"
    return "online" if now - seen_at < timedelta(minutes=settings.online_minutes) else "away"


async def record_activity(db: Session, user_id: UUID, *, caller: Principal) -> None:
    """Save that the caller is online. Only the activity of team members is recorded.

    Raises Forbidden if `user_id` is another user.
    """
    if user_id != caller.id:
        raise Forbidden
    if not await queries.is_member(db, caller.id):
        return
    insertion = insert(Presence).values(user_id=caller.id, seen_at=db.now())
    newest_time = func.greatest(col(Presence.seen_at), insertion.excluded.seen_at)
    await db.execute(insertion.on_conflict_do_update(index_elements=["user_id"], set_={"seen_at": newest_time}))
    cache.drop_after_commit(db)


@raises(HandleTaken, Invalid)
async def create(db: Session, body: TeamMemberCreate, *, caller: Principal) -> TeamMember:
    """Add a member."""
    await users.wait_for_user(db.runtime, body.user_id)
    await users.check_employee(db, editing.get_sent_fields(body), field="user_id")
    fields = body.model_dump() | {
        "handle": body.handle or slugify(body.name) or "team-member",
        "position": body.position or "",
    }
    member = build_record(db, TeamMember, **fields)
    _check_can_be_shown(member)
    editing.add_record(db, member, caller=caller, changes={"name": member.name})
    await editing.flush_or_raise(db, HandleTaken)
    return member


def _check_can_be_shown(member: TeamMember) -> None:
    """Raise Invalid for a published member that lacks what the page about the company needs."""
    if member.status == "published":
        check_complete(member, {"position": "position"})


@raises(NotFound, StaleVersion, HandleTaken, Invalid)
async def change(db: Session, id: UUID, body: TeamMemberUpdate, *, caller: Principal) -> TeamMember:
    """Change a member."""
    await users.wait_for_user(db.runtime, body.user_id)
    member, changes = await editing.lock_to_change(db, TeamMember, id, body)
    await users.check_employee(db, changes, field="user_id", before=member.user_id)
    if "position" in changes:
        changes["position"] = changes["position"] or ""
    editing.apply_changes(db, member, changes, caller=caller)
    _check_can_be_shown(member)
    await editing.flush_or_raise(db, HandleTaken)
    return member


@raises(RecordsChanged, HandleTaken, Invalid)
async def restore(db: Session, items: list[FormerTeamMember], *, caller: Principal) -> None:
    """Give members the publication status that they had before a bulk change, all or none."""
    await lock_unchanged_records(db, TeamMember, items)
    for item in items:
        status_change = TeamMemberUpdate.model_validate({"version": item.version, "status": item.status})
        await change(db, item.id, status_change, caller=caller)
