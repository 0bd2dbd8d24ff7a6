"""Rules for events of outages, planned maintenance, webhooks, the calculator, campaigns and Telegram links."""

from datetime import datetime

from chassis.formats import format_roubles
from contracts import calculator, notifications, status

from notifications.rules.formats import RATE_SOURCES, SERVICE_STATES, format_moment, format_services
from notifications.rules.rule import build_rules


def _choose_service_variants(event: status.ServiceChanged) -> list[str]:
    """Return no variant for the first check that finds a service operational: that is not a change."""
    if event.old == "unknown" and event.new == "operational":
        return []
    return [""]


def _build_service_values(event: status.ServiceChanged, at: datetime) -> dict[str, str]:
    return {
        "service_name": event.name,
        "state": SERVICE_STATES.get(event.new, event.new),
        "was": SERVICE_STATES.get(event.old, event.old),
        "time": format_moment(at),
    }


def _build_incident_values(event: status.IncidentUpdated, at: datetime) -> dict[str, str]:
    return {
        "incident": event.title,
        "state": status.INCIDENT_STATES.get(event.status, event.status),
        "update": event.message,
    }


def _build_schedule_values(event: status.MaintenanceScheduled, at: datetime) -> dict[str, str]:
    return {
        "maintenance": event.title,
        "starts_at": format_moment(event.starts_at),
        "ends_at": format_moment(event.ends_at),
        "services": format_services(event.affected),
    }


def _build_maintenance_values(event: status.MaintenanceChanged, at: datetime) -> dict[str, str]:
    return {
        "maintenance": event.title,
        "state": status.MAINTENANCE_STAGES.get(event.status, event.status),
        "time": format_moment(at),
    }


def _build_calculator_values(event: calculator.SettingsChanged, at: datetime) -> dict[str, str]:
    return {
        "edition": event.default_edition,
        "rate": f"{event.rate_value:f}".replace(".", ","),
        "rate_source": RATE_SOURCES[event.rate_source],
    }


RULES = [
    *build_rules(
        status.ServiceChanged,
        variants=_choose_service_variants,
        values=_build_service_values,
    ),
    *build_rules(
        status.IncidentOpened,
        values=lambda event, at: {"incident": event.title, "services": format_services(event.affected)},
    ),
    *build_rules(status.IncidentUpdated, values=_build_incident_values),
    *build_rules(
        status.IncidentResolved, values=lambda event, at: {"incident": event.title, "time": format_moment(at)}
    ),
    *build_rules(
        status.MaintenanceScheduled,
        variants=lambda event: ["moved" if event.is_correction else ""],
        values=_build_schedule_values,
    ),
    *build_rules(status.MaintenanceChanged, values=_build_maintenance_values),
    *build_rules(
        status.WebhookEndpointDisabled,
        values=lambda event, at: {"host": event.host, "reason": event.reason},
    ),
    *build_rules(
        calculator.CalculationSaved,
        variants=lambda event: [""] if event.user_id and event.is_new else [],
        values=lambda event, at: {"total": format_roubles(event.total)},
    ),
    *build_rules(
        calculator.SettingsChanged,
        # The bank's rate changes every day, so it needs no notification.
        variants=lambda event: [""] if event.reason == "settings" else [],
        values=_build_calculator_values,
    ),
    *build_rules(
        notifications.CampaignSent,
        # An author who sends a campaign at once sees that it is sent. Only a scheduled campaign needs a notification.
        variants=lambda event: [""] if event.was_scheduled else [],
        values=lambda event, at: {"campaign": event.title or ""},
    ),
    *build_rules(notifications.TelegramLinked),
    *build_rules(notifications.TelegramUnlinked, variants=lambda event: [event.reason]),
]
