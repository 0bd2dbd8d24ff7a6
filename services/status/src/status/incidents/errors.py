"""Conflict
└── IncidentClosed   a resolved incident is history
"""

from chassis.errors import Conflict


class IncidentClosed(Conflict):
    code = "incident_resolved"
    message = "Инцидент уже закрыт: откройте новый"
