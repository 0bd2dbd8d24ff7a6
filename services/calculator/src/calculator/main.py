"""The calculator service: what customs will take for a car, why, and by which law."""

from chassis.app import create_app
from fastapi import FastAPI

from calculator.calculations import endpoints as calculations
from calculator.calculations import handlers as calculations_handlers
from calculator.calculations.service import FORGET_GUESTS
from calculator.editions import endpoints as editions
from calculator.editions.library import editions as load_editions
from calculator.estimates import endpoints as estimates
from calculator.euro import endpoints as euro
from calculator.euro.service import FETCH_RATE
from calculator.policy import endpoints as policy
from calculator.policy.memory import keep_current
from calculator.settings import Settings


def build(settings: Settings | None = None) -> FastAPI:
    load_editions()
    return create_app(
        settings or Settings(),
        name="calculator",
        routers=[estimates.hot, estimates.router, editions.router, euro.router, calculations.router, policy.router],
        handlers=[calculations_handlers.on],
        jobs=[FETCH_RATE, FORGET_GUESTS],
        setup=keep_current,
    )
