"""Who may administer content."""

from typing import Annotated

from chassis.auth import Principal, requires

Admin = Annotated[Principal, requires("content:administer")]
Moderator = Annotated[Principal, requires("comments:moderate")]
SettingsAdmin = Annotated[Principal, requires("settings:administer")]
