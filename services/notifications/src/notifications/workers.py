"""The queues that are worked off in the background, each with a name by which others wake it."""

from chassis.app import Runtime
from chassis.jobs import Worker
from fastapi import FastAPI

from notifications.campaigns import sending
from notifications.channels import email, push, vapid
from notifications.live import service as live


def install(app: FastAPI) -> None:
    runtime: Runtime = app.state.runtime
    steps = {"campaigns": sending.step, "email": email.step, "push": push.step}
    for name, step in steps.items():
        worker = Worker(name, lambda step=step: step(runtime))  # type: ignore[misc]
        runtime.state[name] = worker
        runtime.workers.append(worker)


async def prepare(runtime: Runtime) -> None:
    """What must be there before the service calls itself ready."""
    await vapid.ensure(runtime)
    await live.begin(runtime)
