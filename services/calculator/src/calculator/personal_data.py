"""The personal data that calculator holds, feature by feature, in the order of an erasure."""

from calculator.calculations import personal_data as calculations
from calculator.policy import personal_data as policy

PERSONAL_DATA = [calculations.PERSONAL_DATA, policy.PERSONAL_DATA]
