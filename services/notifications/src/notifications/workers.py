"""The queues that are worked off in the background, each with a name by which others notify it."""

from chassis.app import Runtime
from chassis.jobs import Worker
from fastapi import FastAPI

from notifications.campaigns import sending
from notifications.channels import email, push, vapid
from notifications.live import service as live


def install(app: FastAPI) -> None:
    runtime: Runtime = app.state.runtime
    look = runtime.settings.idle_poll_seconds
    # A campaign begins by the clock, so its queue is looked at every second.
    queues = {"campaigns": (sending.step, 1.0), "email": (email.step, look), "push": (push.step, look)}
    for name, (step, every) in queues.items():
        worker = Worker(name, lambda step=step: step(runtime), every=every)  # type: ignore[misc]
        runtime.state[name] = worker
        runtime.workers.append(worker)


async def prepare(runtime: Runtime) -> None:
    """What must be there before the service calls itself ready."""
    await vapid.ensure(runtime)
    await live.begin(runtime)
