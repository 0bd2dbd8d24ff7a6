"""Access of administrators to content. The audit log records the network address from which they act."""

from typing import Annotated

from chassis.features.audit import administrator, audited_caller
from chassis.web.auth import Principal
from fastapi import Depends

Admin = Annotated[Principal, administrator("content:administer")]
Moderator = Annotated[Principal, administrator("comments:moderate")]
SettingsAdmin = Annotated[Principal, administrator("settings:administer")]
# A signed-in user whose request is audited when an administrator sends it.
AuditedCaller = Annotated[Principal, Depends(audited_caller)]
