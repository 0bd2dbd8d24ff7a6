"""The background workers of the queues, each with a name by which other code notifies it."""

from chassis.app import Runtime
from chassis.jobs import Worker
from fastapi import FastAPI

from notifications.campaigns import sending
from notifications.channels import email, push, vapid
from notifications.live import service as live


def install(app: FastAPI) -> None:
    runtime: Runtime = app.state.runtime
    poll_seconds = runtime.settings.idle_poll_seconds
    # Campaigns start at a given time, so their queue is polled every second.
    queues = {"campaigns": (sending.step, 1.0), "email": (email.step, poll_seconds), "push": (push.step, poll_seconds)}
    for name, (step, every) in queues.items():
        worker = Worker(name, lambda step=step: step(runtime), every=every)  # type: ignore[misc]
        runtime.state[name] = worker
        runtime.workers.append(worker)


async def prepare(runtime: Runtime) -> None:
    """Prepare what the service needs before it is ready."""
    await vapid.create_key(runtime)
    await live.begin(runtime)
