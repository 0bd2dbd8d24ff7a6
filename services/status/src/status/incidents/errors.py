"""Conflict
├── IncidentClosed      a resolved incident takes no more updates
├── IncidentPublished   a published incident cannot be cancelled
└── IncidentOpen        a postmortem is written after the resolution
"""

from chassis.web.errors import Conflict


class IncidentClosed(Conflict):
    code = "incident_resolved"
    message = "Инцидент уже закрыт: откройте новый"


class IncidentPublished(Conflict):
    code = "incident_published"
    message = "Инцидент уже опубликован, отменить его нельзя"


class IncidentOpen(Conflict):
    code = "incident_open"
    message = "Разбор пишут после закрытия инцидента"
