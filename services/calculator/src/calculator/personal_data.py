"""Features of the calculator with personal data, in the order of erasure."""

from calculator.calculations import personal_data as calculations
from calculator.policy import personal_data as policy

PERSONAL_DATA = [calculations.PERSONAL_DATA, policy.PERSONAL_DATA]
