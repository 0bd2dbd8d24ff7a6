"""Conflict
├── IncidentClosed      a resolved incident takes no more updates
└── IncidentPublished   a published incident cannot be cancelled
"""

from chassis.web.errors import Conflict


class IncidentClosed(Conflict):
    code = "incident_resolved"
    message = "Инцидент уже закрыт: откройте новый"


class IncidentPublished(Conflict):
    code = "incident_published"
    message = "Инцидент уже опубликован, отменить его нельзя"
