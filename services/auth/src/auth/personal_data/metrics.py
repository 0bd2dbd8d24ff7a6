from prometheus_client import Gauge

ERASURES_OVERDUE = Gauge("auth_erasures_overdue", "Erasures some service has not answered within an hour")
