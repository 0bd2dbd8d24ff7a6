"""Rules for events of outages and planned maintenance."""

from functools import partial

from contracts import status

from notifications.rules.formats import SERVICE_STATES, moment, services
from notifications.rules.rule import AND_PUSH, NotificationRule

STATUS = "/status"
_notice = partial(NotificationRule, to="everyone", type="maintenance", link=STATUS)

RULES = [
    NotificationRule(
        event=status.ServiceChanged,
        to="admins",
        type="maintenance",
        title="{service_name}: {state}",
        message="Было «{was}», изменилось {time}.",
        variables=("service_name", "state", "was", "time"),
        values=lambda event, at: {
            "service_name": event.name,
            "state": SERVICE_STATES.get(event.new, event.new),
            "was": SERVICE_STATES.get(event.old, event.old),
            "time": moment(at),
        },
        link=STATUS,
        # The first check that finds a service operational is no change.
        applies=lambda event: (event.old, event.new) != ("unknown", "operational"),
    ),
    _notice(
        event=status.IncidentOpened,
        title="Сбой: {incident}",
        message="Затронуто: {services}. Мы уже разбираемся, новости — на странице статуса.",
        variables=("incident", "services"),
        values=lambda event, at: {"incident": event.title, "services": services(event.affected)},
        channels=AND_PUSH,
    ),
    _notice(
        event=status.IncidentUpdated,
        title="{incident}: {state}",
        message="{update}",
        variables=("incident", "state", "update"),
        values=lambda event, at: {
            "incident": event.title,
            "state": status.INCIDENT_STATES.get(event.status, event.status),
            "update": event.message,
        },
    ),
    _notice(
        event=status.IncidentResolved,
        title="Исправлено: {incident}",
        message="Всё работает с {time}. Подробности — на странице статуса.",
        variables=("incident", "time"),
        values=lambda event, at: {"incident": event.title, "time": moment(at)},
        channels=AND_PUSH,
    ),
    _notice(
        event=status.MaintenanceScheduled,
        title="Плановые работы: {starts_at}",
        message="{maintenance}. До {ends_at} могут не работать: {services}.",
        variables=("maintenance", "starts_at", "ends_at", "services"),
        values=lambda event, at: {
            "maintenance": event.title,
            "starts_at": moment(event.starts_at),
            "ends_at": moment(event.ends_at),
            "services": services(event.affected),
        },
        channels=AND_PUSH,
    ),
    _notice(
        event=status.MaintenanceChanged,
        title="Плановые работы {state}: {maintenance}",
        message="Изменилось {time}. Подробности — на странице статуса.",
        variables=("maintenance", "state", "time"),
        values=lambda event, at: {
            "maintenance": event.title,
            "state": status.MAINTENANCE_STAGES.get(event.status, event.status),
            "time": moment(at),
        },
    ),
]
