from pydantic import BaseModel

from status.board.schemas import ServicesRead, SummaryRead
from status.incidents.schemas import IncidentsRead
from status.maintenance.schemas import MaintenanceList


class Snapshot(BaseModel):
    """Everything the page shows, of one moment."""

    services: ServicesRead
    incidents: IncidentsRead
    maintenance: MaintenanceList
    summary: SummaryRead
