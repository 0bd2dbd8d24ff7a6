from datetime import datetime

from contracts.envelopes import Answer
from pydantic import BaseModel

from status.components.schemas import ServiceRead, ServicesRead, SummaryRead
from status.incidents.schemas import IncidentRead, IncidentsRead
from status.maintenance.schemas import MaintenanceList, MaintenanceRead


class Snapshot(BaseModel):
    """All data of the status page at one time."""

    services: ServicesRead
    incidents: IncidentsRead
    maintenance: MaintenanceList
    summary: SummaryRead


class ComponentRead(Answer):
    """One component with its history, its incidents of 90 days, and its upcoming and running maintenance."""

    data: ServiceRead
    incidents: list[IncidentRead]
    maintenance: list[MaintenanceRead]
    generatedAt: datetime
