from chassis.features.personal_data import PersonalData

from notifications.templates.tables import Template, TemplateAuditEntry

# Ids of administrators; their names are nowhere here.
PERSONAL_DATA = PersonalData(kept=(Template.changed_by, TemplateAuditEntry.actor_id))
