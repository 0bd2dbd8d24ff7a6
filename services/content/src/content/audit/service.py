"""Access of administrators to content. The audit log records the network address from which they act."""

from typing import Annotated

from chassis.features.audit import audit_caller, requires_administrator
from chassis.web.auth import Principal
from fastapi import Depends

Admin = Annotated[Principal, requires_administrator("content:administer")]
Moderator = Annotated[Principal, requires_administrator("comments:moderate")]
SettingsAdmin = Annotated[Principal, requires_administrator("settings:administer")]
# A signed-in user whose request is audited when an administrator sends it.
AuditedCaller = Annotated[Principal, Depends(audit_caller)]
