"""The settings of the calculator; each environment variable begins with CALCULATOR_."""

from typing import ClassVar

from chassis.settings import CommonSettings, build_service_config
from pydantic import Field


class Settings(CommonSettings):
    model_config = build_service_config("CALCULATOR_")
    service: ClassVar[str] = "calculator"

    # Calculations are counted in memory. Replicas share the counts of busy networks (`estimates.rate_limit`).
    calculate_per_minute: int = Field(120, ge=1)
    save_per_hour: int = Field(30, ge=1)
    # A visitor's saved calculation is kept long, since its link is given to others. The calculations of a user are kept
    # until the user deletes them.
    guest_kept_days: int = Field(730, ge=1)
    pdf_per_minute: int = Field(20, ge=1)
    cbr_url: str = "https://www.cbr.ru/scripts/XML_daily.asp"
    cbr_history_url: str = "https://www.cbr.ru/scripts/XML_dynamic.asp"
    cbr_timeout_seconds: float = Field(4.0, gt=0)
    policy_refresh_seconds: float = Field(5.0, gt=0)
