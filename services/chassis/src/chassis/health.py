"""Liveness, readiness and metrics: on the service's own port only, never through the gateway."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy import text

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def alive() -> JSONResponse:
    """The process answers. Dependencies are not checked, or an outage would restart all services at once."""
    return JSONResponse({"status": "ok"})


@router.get("/readyz")
async def ready(request: Request) -> JSONResponse:
    """Whether the service can work now, and which dependency is missing."""
    runtime = request.app.state.runtime
    checks = {"nats": runtime.bus.is_up, "identity": runtime.identity.is_ready, "setup": runtime.is_set_up}
    try:
        async with runtime.database.reading() as db:
            await db.execute(text("SELECT 1"))
        checks["database"] = True
    except Exception:  # any error means that the database does not answer
        checks["database"] = False
    status = 200 if all(checks.values()) else 503
    return JSONResponse({"status": "ok" if status == 200 else "unready", "checks": checks}, status)


@router.get("/metrics")
async def metrics() -> Response:
    """Prometheus text format."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
