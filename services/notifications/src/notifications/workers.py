"""The background workers of the queues, each with a name by which other code notifies it."""

from chassis.app import Runtime
from chassis.jobs import Worker
from fastapi import FastAPI

from notifications.campaigns import sending
from notifications.channels import email, push, stored_secrets, vapid
from notifications.live import service as live
from notifications.settings import Settings


def install(app: FastAPI) -> None:
    """Add the workers of this service to the application."""
    runtime: Runtime = app.state.runtime
    poll_seconds = runtime.settings.idle_poll_seconds
    pushes = push.PushQueue(runtime)
    runtime.state["push_queue"] = pushes
    for worker, name in [
        # Campaigns start at a given time, so their queue is polled every second.
        (Worker("campaigns", lambda: sending.step(runtime), every=1.0), "campaigns"),
        (Worker("email", lambda: email.step(runtime), every=poll_seconds), "email"),
        (Worker("push", pushes.step, every=poll_seconds), "push"),
    ]:
        runtime.state[name] = worker
        runtime.workers.append(worker)


async def prepare(runtime: Runtime) -> None:
    """Prepare what the service needs before it is ready."""
    settings = runtime.settings
    assert isinstance(settings, Settings)
    if settings.has_api:
        await vapid.create_key(runtime)
        await stored_secrets.encrypt_existing(runtime)
    if settings.has_streams:
        await live.begin(runtime)


async def finish(runtime: Runtime) -> None:
    """Close the streams and stop sending."""
    await live.finish(runtime)
    if pushes := runtime.state.get("push_queue"):
        await pushes.close()
