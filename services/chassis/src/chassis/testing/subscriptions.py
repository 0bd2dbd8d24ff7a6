"""Compares the event types that a service may read with those that it handles."""

from contracts.subscriptions import subjects_of_service
from fastapi import FastAPI

from chassis.events.consumer import subjects_of
from chassis.events.registry import Handlers


def differences(app: FastAPI) -> set[str]:
    """Return the NATS subjects that a service handles but may not read (`contracts.subscriptions`), or may read but
    does not handle."""
    handlers: Handlers = app.state.handlers
    service = app.state.runtime.name
    handled = {subject for subjects in subjects_of(handlers).values() for subject in subjects}
    return handled ^ set(subjects_of_service(service))
