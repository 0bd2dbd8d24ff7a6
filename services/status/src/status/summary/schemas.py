from pydantic import BaseModel

from status.components.schemas import ServicesRead, SummaryRead
from status.incidents.schemas import IncidentsRead
from status.maintenance.schemas import MaintenanceList


class Snapshot(BaseModel):
    """All data of the status page at one time."""

    services: ServicesRead
    incidents: IncidentsRead
    maintenance: MaintenanceList
    summary: SummaryRead
