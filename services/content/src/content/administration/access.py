"""Who may administer content; the audit log gets the address from which they act."""

from typing import Annotated, Any

from chassis.auth import Caller, Principal, requires
from chassis.http import ClientAddress
from fastapi import Depends

from content.audit import service as audit


def _administrator(permission: str) -> Any:
    async def administrator(caller: Annotated[Principal, requires(permission)], address: ClientAddress) -> Principal:
        audit.set_client_address(address)
        return caller

    return Depends(administrator)


async def _audited_caller(caller: Caller, address: ClientAddress) -> Principal:
    audit.set_client_address(address)
    return caller


Admin = Annotated[Principal, _administrator("content:administer")]
Moderator = Annotated[Principal, _administrator("comments:moderate")]
SettingsAdmin = Annotated[Principal, _administrator("settings:administer")]
# A signed-in user whose request is audited when an administrator sends it.
AuditedCaller = Annotated[Principal, Depends(_audited_caller)]
