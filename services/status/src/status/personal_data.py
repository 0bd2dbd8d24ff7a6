"""The personal data that status holds, feature by feature, in the order of an erasure."""

from chassis.features.audit import declare_personal_data

from status.audit.tables import AuditEntry
from status.client_logs import personal_data as client_logs
from status.subscriptions import personal_data as subscriptions

PERSONAL_DATA = [declare_personal_data(AuditEntry), client_logs.PERSONAL_DATA, subscriptions.PERSONAL_DATA]
