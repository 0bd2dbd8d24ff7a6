"""Every route of status, feature by feature."""

from status.audit.admin_endpoints import router as audit
from status.client_logs.admin_endpoints import router as client_log_groups
from status.client_logs.endpoints import router as client_logs
from status.csp_reports.endpoints import router as csp_reports
from status.feeds.endpoints import router as feeds
from status.history.admin_endpoints import router as history
from status.incident_templates.admin_endpoints import router as incident_templates
from status.incidents.admin_endpoints import router as incidents
from status.maintenance.admin_endpoints import router as maintenance
from status.subscriptions.endpoints import router as subscriptions
from status.summary.endpoints import router as summary
from status.unavailable import router as unavailable
from status.version.endpoints import router as version
from status.webhooks.admin_endpoints import router as webhooks

ROUTERS = [
    summary,
    incidents,
    maintenance,
    feeds,
    subscriptions,
    client_logs,
    client_log_groups,
    csp_reports,
    audit,
    unavailable,
    version,
    webhooks,
    incident_templates,
    history,
]
