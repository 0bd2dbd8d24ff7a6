"""The settings of the calculator; each environment variable begins with CALCULATOR_."""

from chassis.settings import CommonSettings, build_service_config
from pydantic import Field


class Settings(CommonSettings):
    model_config = build_service_config("CALCULATOR_")

    # The calculation itself is counted in the memory of each replica, so that it touches no database.
    calculate_per_minute: int = Field(120, ge=1)
    save_per_hour: int = Field(30, ge=1)
    # A link is given to others, so a visitor's calculation is kept long; a user's own are kept until deleted.
    guest_kept_days: int = Field(730, ge=1)
    pdf_per_minute: int = Field(20, ge=1)
    cbr_url: str = "https://www.cbr.ru/scripts/XML_daily.asp"
    cbr_history_url: str = "https://www.cbr.ru/scripts/XML_dynamic.asp"
    cbr_timeout_seconds: float = Field(4.0, gt=0)
    policy_refresh_seconds: float = Field(5.0, gt=0)
