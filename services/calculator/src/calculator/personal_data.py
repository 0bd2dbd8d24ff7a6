"""Features of the calculator with personal data, in the order of erasure."""

from calculator.administration import personal_data as administration
from calculator.api_keys import personal_data as api_keys
from calculator.calculations import personal_data as calculations

PERSONAL_DATA = [
    calculations.PERSONAL_DATA,
    api_keys.PERSONAL_DATA,
    administration.PERSONAL_DATA,
    administration.FORMER_ENTRIES,
]
