"""The personal data that status holds, feature by feature, in the order of an erasure."""

from chassis.features.audit import personal_data_of

from status.audit.tables import AuditEntry
from status.client_logs import personal_data as client_logs
from status.subscriptions import personal_data as subscriptions

PERSONAL_DATA = [personal_data_of(AuditEntry), client_logs.PERSONAL_DATA, subscriptions.PERSONAL_DATA]
