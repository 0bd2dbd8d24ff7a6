"""Reference of the benchmarks: FastAPI with one constant answer."""

from fastapi import FastAPI

app = FastAPI()


@app.get("/healthz")
async def answer_constant() -> dict[str, str]:
    """Answer without any work."""
    return {"status": "ok"}
