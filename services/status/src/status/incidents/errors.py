"""Conflict
└── IncidentClosed   a resolved incident takes no more updates
"""

from chassis.web.errors import Conflict


class IncidentClosed(Conflict):
    code = "incident_resolved"
    message = "Инцидент уже закрыт: откройте новый"
