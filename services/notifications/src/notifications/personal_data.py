"""Personal data of notifications by feature, in the order of an erasure."""

from chassis.features.audit import declare_personal_data

from notifications.audit.tables import AuditEntry
from notifications.campaigns import personal_data as campaigns
from notifications.channels import personal_data as channels
from notifications.inbox import personal_data as inbox
from notifications.live import personal_data as live
from notifications.preferences import personal_data as preferences
from notifications.telegram import personal_data as telegram
from notifications.templates import personal_data as templates
from notifications.users import personal_data as users

PERSONAL_DATA = [
    inbox.PERSONAL_DATA,
    live.PERSONAL_DATA,
    preferences.PERSONAL_DATA,
    channels.DELIVERIES,
    channels.BROWSERS,
    telegram.PERSONAL_DATA,
    templates.PERSONAL_DATA,
    campaigns.PERSONAL_DATA,
    declare_personal_data(AuditEntry),
    users.PERSONAL_DATA,
]
