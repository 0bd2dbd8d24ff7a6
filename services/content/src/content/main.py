from chassis.app import create_app
from chassis.features.personal_data import answer_requests
from fastapi import FastAPI

from content.cars import prices
from content.conversations import handlers as conversations
from content.inquiries import handlers as inquiries
from content.jobs import JOBS
from content.orders import handlers as orders
from content.personal_data import PERSONAL_DATA
from content.price_limits import service as price_limits
from content.routes import ROUTERS
from content.runtime_factory import make_runtime
from content.settings import Settings
from content.users import handlers as users

HANDLERS = [
    users.on,
    answer_requests(PERSONAL_DATA),
    inquiries.on,
    orders.on,
    conversations.on,
    prices.on,
    price_limits.on,
]


def build(settings: Settings | None = None) -> FastAPI:
    return create_app(make_runtime(settings or Settings()), routers=ROUTERS, handlers=HANDLERS, jobs=JOBS)
