"""The yardstick: a FastAPI POST with the calculator's own models and nothing else. It parses a request and
answers with one finished answer, so its cost is that of the framework and the models alone."""

import json
import os
from typing import Any

from calculator.estimates.schemas import CalculationRead, CalculationRequest
from fastapi import FastAPI

ANSWER = json.loads(os.environ["BENCH_ANSWER"])
app = FastAPI()


@app.post("/calculate", response_model=CalculationRead, response_model_exclude_unset=True)
async def calculate(body: CalculationRequest) -> Any:
    """Answer without calculating."""
    return ANSWER
