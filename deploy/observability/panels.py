"""Panels and dashboards, and their JSON for Grafana."""

from dataclasses import dataclass, field
from typing import Any

PANELS_IN_A_ROW = 3
# In units of Grafana's grid, which is 24 units wide.
PANEL_WIDTH = 8
PANEL_HEIGHT = 8
PROMETHEUS = {"type": "prometheus", "uid": "prometheus"}


@dataclass(frozen=True)
class Panel:
    """One panel. `queries` are pairs of PromQL and legend.

    With `defaults_to_zero` it shows zero where there is no sample, for counters of events that should not happen.
    """

    title: str
    queries: tuple[tuple[str, str], ...]
    unit: str = "short"
    defaults_to_zero: bool = False
    kind: str = "timeseries"

    def to_json(self, number: int) -> dict[str, Any]:
        targets = [
            {
                "refId": chr(ord("A") + index),
                "expr": f"{query} or vector(0)" if self.defaults_to_zero else query,
                "legendFormat": legend,
                "datasource": PROMETHEUS,
            }
            for index, (query, legend) in enumerate(self.queries)
        ]
        row, column = divmod(number, PANELS_IN_A_ROW)
        return {
            "id": number + 1,
            "title": self.title,
            "type": self.kind,
            "datasource": PROMETHEUS,
            "gridPos": {"x": column * PANEL_WIDTH, "y": row * PANEL_HEIGHT, "w": PANEL_WIDTH, "h": PANEL_HEIGHT},
            "fieldConfig": {"defaults": {"unit": self.unit, "min": 0}, "overrides": []},
            "targets": targets,
        }


def build_panel(
    title: str, query: str, legend: str = "", *, unit: str = "short", defaults_to_zero: bool = False
) -> Panel:
    """Build a panel with one query. Its legend is the title by default."""
    return Panel(title, ((query, legend or title),), unit, defaults_to_zero)


@dataclass(frozen=True)
class Dashboard:
    name: str
    title: str
    panels: tuple[Panel, ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        return {
            "uid": f"meridian-{self.name}",
            "title": self.title,
            "tags": ["meridian"],
            "timezone": "browser",
            "schemaVersion": 39,
            "refresh": "15s",
            "time": {"from": "now-1h", "to": "now"},
            "links": [{"title": "Все доски", "type": "dashboards", "tags": ["meridian"], "asDropdown": True}],
            "panels": [panel.to_json(number) for number, panel in enumerate(self.panels)],
        }
