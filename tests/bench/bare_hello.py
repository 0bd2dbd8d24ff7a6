"""For comparison: FastAPI and one constant answer."""

from fastapi import FastAPI

app = FastAPI()


@app.get("/healthz")
async def hello() -> dict[str, str]:
    """Answer without any work."""
    return {"status": "ok"}
