from chassis.settings import CommonSettings, build_service_config


class Settings(CommonSettings):
    model_config = build_service_config("SAMPLE_")
    notes_per_hour: int = 100
