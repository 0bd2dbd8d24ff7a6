"""Compares the event types that a service may read with the types that it handles."""

from contracts.subscriptions import list_readable_subjects
from fastapi import FastAPI

from chassis.events.consumer import group_subjects_by_stream
from chassis.events.registry import Handlers


def find_differences(app: FastAPI) -> set[str]:
    """Return the NATS subjects that a service handles but may not read, or may read but does not handle.

    `contracts.subscriptions` lists what a service may read.
    """
    handlers: Handlers = app.state.handlers
    service = app.state.runtime.name
    handled_subjects = {subject for subjects in group_subjects_by_stream(handlers).values() for subject in subjects}
    return handled_subjects ^ set(list_readable_subjects(service))
