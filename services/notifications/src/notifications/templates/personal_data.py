from chassis.features.personal_data import PersonalData

from notifications.templates.tables import Template, TemplateAuditEntry

# These columns hold ids of administrators. The tables contain no names of them.
PERSONAL_DATA = PersonalData(kept=(Template.changed_by, TemplateAuditEntry.actor_id))
