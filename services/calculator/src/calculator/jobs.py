"""Scheduled jobs of the calculator. Each runs on one replica at a time."""

from datetime import timedelta

from chassis.jobs import Job

from calculator.calculations.service import purge_guest_calculations
from calculator.policy.service import fetch_daily, fetch_rate_history
from calculator.runtime import CalculatorRuntime

JOBS: list[Job[CalculatorRuntime]] = [
    Job("calculator.bank_rate", timedelta(minutes=5), fetch_daily, autocommit=True),
    Job("calculator.rate_history", timedelta(hours=6), fetch_rate_history, autocommit=True),
    Job("calculator.guests", timedelta(hours=24), purge_guest_calculations, autocommit=True),
]
