"""Prometheus metrics of auth."""

from prometheus_client import Counter, Gauge, Histogram

LOGINS = Counter("auth_logins_total", "Sign-ins by way and result", ["way", "result"])
CODES = Counter("auth_codes_total", "Codes by purpose and what became of them", ["purpose", "result"])
REFRESHES = Counter("auth_refreshes_total", "Renewals of sessions by result", ["result"])
REPLAYS = Counter("auth_refresh_replays_total", "Refresh tokens that came back after their successor was used")
HASHING = Histogram("auth_password_hash_seconds", "Time of one argon2 computation, waiting included")
PROVIDERS = Histogram("auth_provider_seconds", "Answers of sign-in providers", ["provider", "result"])
ERASURES_OVERDUE = Gauge("auth_erasures_overdue", "Erasures that a service has not answered within an hour")
EXPORT_PARTS_MISSING = Counter("auth_export_parts_missing_total", "Parts missing in delivered exports", ["service"])
