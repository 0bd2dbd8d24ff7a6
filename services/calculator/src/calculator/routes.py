"""Every route of calculator, feature by feature."""

from calculator.administration.endpoints import router as administration
from calculator.api_keys.admin_endpoints import router as api_keys
from calculator.api_keys.endpoints import router as public_api
from calculator.calculations.endpoints import router as calculations
from calculator.estimates.endpoints import direct_router as direct_estimates
from calculator.estimates.endpoints import router as estimates
from calculator.outlook.endpoints import router as outlook
from calculator.policy.endpoints import router as policy

ROUTERS = [
    direct_estimates,
    estimates,
    outlook,
    policy,
    calculations,
    administration,
    public_api,
    api_keys,
]
