"""Who may administer the status page; the audit log gets the address from which they act."""

from typing import Annotated

from chassis.auth import Principal, requires
from chassis.http import ClientAddress
from fastapi import Depends

from status.audit import service


async def _operator(caller: Annotated[Principal, requires("status:administer")], address: ClientAddress) -> Principal:
    service.set_client_address(address)
    return caller


Operator = Annotated[Principal, Depends(_operator)]
