from chassis.settings import CommonSettings, service_config


class Settings(CommonSettings):
    model_config = service_config("SAMPLE_")
    notes_per_hour: int = 100
