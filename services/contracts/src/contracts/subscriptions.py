"""The events that each service may read: the filters of its consumers, which the operator declares (`chassis.streams`).

A service that handles a new type of event names it here. A test compares this list with the handlers of each service.
"""

import importlib

from contracts.event import build_nats_subject
from contracts.services import SERVICES

SUBSCRIPTIONS: dict[str, tuple[str, ...]] = {
    "auth": (
        "auth.export.part",
        "auth.session.revoked",
        "auth.user.blocked",
        "auth.user.erased",
        "auth.user.erased_done",
        "auth.user.unblocked",
        "auth.user.updated",
        "content.settings.changed",
    ),
    "content": (
        "auth.export.requested",
        "auth.user.blocked",
        "auth.user.copied",
        "auth.user.erased",
        "auth.user.unblocked",
        "auth.user.updated",
        "auth.user.verified",
        "calculator.calculation.copied",
        "calculator.calculation.saved",
        "calculator.settings.changed",
        "notifications.telegram.replied",
    ),
    "notifications": (
        "auth.export.requested",
        "auth.password.changed",
        "auth.session.created",
        "auth.token.reuse_detected",
        "auth.user.blocked",
        "auth.user.copied",
        "auth.user.erased",
        "auth.user.unblocked",
        "auth.user.updated",
        "auth.user.verified",
        "calculator.calculation.saved",
        "calculator.settings.changed",
        "content.booking.changed",
        "content.booking.created",
        "content.booking.reminder",
        "content.comment.approved",
        "content.comment.created",
        "content.comment.rejected",
        "content.contact.overdue",
        "content.contact.received",
        "content.document.sent",
        "content.favorite.price_changed",
        "content.message.missed",
        "content.message.overdue",
        "content.message.refused",
        "content.order.advanced",
        "content.order.changed",
        "content.order.copied",
        "content.order.created",
        "content.payment.recorded",
        "content.payment.reminder",
        "content.post.published",
        "content.price_limit.crossed",
        "content.request.claimed",
        "content.request.created",
        "content.request.overdue",
        "content.request.withdrawn",
        "content.reservation.changed",
        "content.saved_search.matched",
        "content.settings.changed",
        "notifications.campaign.sent",
        "notifications.telegram.linked",
        "notifications.telegram.unlinked",
        "status.announcement.published",
        "status.incident.opened",
        "status.incident.resolved",
        "status.incident.updated",
        "status.maintenance.changed",
        "status.maintenance.scheduled",
        "status.service.changed",
        "status.webhook.disabled",
    ),
    "calculator": (
        "auth.export.requested",
        "auth.user.erased",
        "content.order.changed",
        "content.order.copied",
        "content.order.created",
        "content.settings.changed",
    ),
    "status": (
        "auth.export.requested",
        "auth.user.copied",
        "auth.user.erased",
        "auth.user.updated",
        "auth.user.verified",
    ),
}


def list_readable_subjects(service: str) -> list[str]:
    """Return the NATS subjects that a service may read."""
    # The imports register the event classes. `build_nats_subject` takes the stream of a type from its class.
    for publisher in SERVICES:
        importlib.import_module(f"contracts.{publisher}")
    return [build_nats_subject(type, "*") for type in SUBSCRIPTIONS[service]]
