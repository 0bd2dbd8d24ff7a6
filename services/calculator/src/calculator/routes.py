"""Every route of calculator, feature by feature."""

from calculator.calculations.endpoints import router as calculations
from calculator.editions.endpoints import router as editions
from calculator.estimates.endpoints import direct as direct_estimates
from calculator.estimates.endpoints import router as estimates
from calculator.euro.endpoints import router as euro
from calculator.policy.endpoints import router as policy

ROUTERS = [direct_estimates, estimates, editions, euro, calculations, policy]
