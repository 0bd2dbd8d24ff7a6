"""Liveness, readiness and metrics: on the service's own port only, never through the gateway."""

import time

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy import text

STARTED_AT = time.monotonic()
# A service that is not ready after this time gets requests too: an outage must not remove all replicas.
START_SECONDS = 15.0
router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def check_liveness(request: Request) -> JSONResponse:
    """Answer 200 while the gateway should send requests here.

    At its start the service waits up to START_SECONDS for its set-up and the identity keys. Later the answer does not
    depend on other parts: otherwise an outage of one of them would remove all replicas.
    """
    runtime = request.app.state.runtime
    is_starting = (
        not (runtime.is_set_up and runtime.identity.is_ready) and time.monotonic() < STARTED_AT + START_SECONDS
    )
    if runtime.is_draining:
        status = "draining"
    elif is_starting:
        status = "starting"
    else:
        status = "ok"
    return JSONResponse({"status": status}, 200 if status == "ok" else 503)


@router.get("/readyz")
async def check_readiness(request: Request) -> JSONResponse:
    """Answer 200 if the service can work now; otherwise name the dependency that is missing."""
    runtime = request.app.state.runtime
    checks = {"nats": runtime.bus.is_up, "identity": runtime.identity.is_ready, "setup": runtime.is_set_up}
    try:
        async with runtime.database.reading() as db:
            await db.execute(text("SELECT 1"))
        checks["database"] = True
    except Exception:  # any error means that the database does not answer
        checks["database"] = False
    status = 200 if all(checks.values()) and not runtime.is_draining else 503
    return JSONResponse({"status": "ok" if status == 200 else "unready", "checks": checks}, status)


@router.get("/metrics")
async def metrics() -> Response:
    """Return the metrics in the text format of Prometheus."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
