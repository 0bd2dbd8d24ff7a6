"""Reference of the benchmarks: a FastAPI POST with the calculator's own models and nothing else.

`/answer` returns one stored answer, so its cost comes only from the framework and the models. `/calculate` calculates
as well.
"""

import json
import os
from typing import Any

from calculator.estimates import service
from calculator.estimates.schemas import CalculationRead, CalculationRequest
from calculator.policy.policy import Policy, get_customs_day
from chassis.runtime import utc_now
from fastapi import FastAPI

ANSWER = json.loads(os.environ["BENCH_ANSWER"])
POLICY = Policy()
app = FastAPI()


@app.post("/answer", response_model=CalculationRead, response_model_exclude_unset=True)
async def answer(body: CalculationRequest) -> Any:
    """Answer without calculating."""
    return ANSWER


@app.post("/calculate", response_model=CalculationRead, response_model_exclude_unset=True)
async def calculate(body: CalculationRequest) -> Any:
    """Calculate and return the answer through the framework."""
    return service.calculate(body, policy=POLICY, today=get_customs_day(utc_now()))
