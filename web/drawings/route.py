"""The routes to Moscow as line maps, wide and tall: graticule in a conic projection, coast, legs and stations."""

import cmath
import math
from itertools import pairwise
from typing import Any, NamedTuple

from geometry import Curve, hobby_spline, measure_length, round_corners, straight_segment, to_path_data

EARTH_RADIUS_KM = 6371


class City(NamedTuple):
    name: str
    longitude: float
    latitude: float


class Leg(NamedTuple):
    """The way between two stations. The way points (longitude, latitude) only shape the line."""

    mode: str
    # Usual distance, rounded.
    km: int
    way_points: list[tuple[float, float]]


class Route(NamedTuple):
    # One station more than there are legs.
    stations: list[str]
    legs: list[Leg]


class Label(NamedTuple):
    """Offset (px) of a station's name from the station, and the `text-anchor` of the SVG text."""

    x: float
    y: float
    anchor: str


class Variant(NamedTuple):
    """Sizes are in px. The map is turned by `turn` degrees around `middle`, the place at the middle of the picture."""

    width: int
    height: int
    turn: float
    px_per_km: float
    middle: tuple[float, float]
    shift_x: float
    labels: dict[str, Label]
    has_degrees: bool


CITIES = {
    "stuttgart": City("Штутгарт", 9.18, 48.78),
    "hamburg": City("Гамбург", 9.99, 53.55),
    "bremerhaven": City("Бремерхафен", 8.58, 53.54),
    "kaliningrad": City("Калининград", 20.51, 54.71),
    "klaipeda": City("Клайпеда", 21.14, 55.71),
    "minsk": City("Минск", 27.56, 53.90),
    "moscow": City("Москва", 37.62, 55.75),
}
ROUTES = {
    "kaliningrad": Route(
        ["stuttgart", "bremerhaven", "kaliningrad", "moscow"],
        [
            Leg("road", 640, [(9.5, 50.6), (9.6, 52.3)]),
            Leg(
                "sea",
                1000,
                [(8.25, 53.95), (9.3, 54.1), (10.3, 54.5), (11.6, 54.5), (13.3, 54.95), (16.5, 55.05), (19.4, 54.72)],
            ),
            Leg("road", 1250, [(24.0, 54.8), (28.5, 54.6), (32.0, 54.9)]),
        ],
    ),
    "klaipeda": Route(
        ["stuttgart", "hamburg", "klaipeda", "moscow"],
        [
            Leg("road", 660, [(9.5, 50.6), (9.8, 52.3)]),
            Leg("sea", 900, [(9.1, 53.95), (9.6, 54.25), (10.4, 54.52), (11.6, 54.5), (13.3, 54.95), (17.0, 55.45)]),
            Leg("road", 1150, [(24.2, 55.7), (28.2, 55.6), (33.0, 55.6)]),
        ],
    ),
    "minsk": Route(
        ["stuttgart", "minsk", "moscow"],
        [
            Leg("road", 1650, [(11.6, 50.6), (13.6, 52.3), (17.0, 52.35), (21.0, 52.15), (23.7, 52.1)]),
            Leg("road", 720, [(30.5, 54.5), (33.5, 55.0)]),
        ],
    ),
}
# Each text is one line of the coast: longitude and latitude of its points.
COAST = [
    "-1.1,49.3 0.2,49.6 1.5,50.2 1.6,50.9 2.5,51.1 3.4,51.4 4.0,51.9 4.5,52.4 4.75,52.95 5.4,53.2 6.2,53.42 "
    "6.95,53.42 7.2,53.68 8.0,53.7 8.15,53.45 8.3,53.6 8.55,53.52 8.5,53.82 8.75,53.9 9.4,53.8 8.95,54.05 8.8,54.3 "
    "8.7,54.45 8.8,54.65 8.6,54.95 8.2,55.5 8.1,56.0 8.15,56.6 8.55,57.1 9.4,57.18 9.95,57.58 10.6,57.73 10.45,57.35 "
    "10.3,56.95 10.3,56.6 10.9,56.4 10.7,56.15 "
    "10.25,56.08 10.0,55.8 9.7,55.5 9.55,55.15 9.5,54.84 10.0,54.7 9.95,54.48 10.2,54.4 11.0,54.4 10.85,54.02 "
    "11.4,53.95 12.1,54.15 12.5,54.46 13.4,54.65 13.7,54.3 "
    "14.2,53.92 15.0,54.05 16.2,54.28 17.0,54.68 18.3,54.83 18.6,54.65 18.6,54.4 19.3,54.37 19.9,54.65 19.97,54.94 "
    "20.5,54.97 20.95,55.28 21.1,55.68 21.05,56.1 "
    "21.0,56.5 21.05,56.85 21.4,57.2 21.6,57.45 22.6,57.75 23.1,57.35 23.6,56.98 24.05,57.06 24.4,57.4 24.3,57.85 "
    "24.5,58.35 23.75,58.55 23.5,58.95 23.6,59.22 "
    "24.7,59.45 25.7,59.6 26.9,59.43 28.0,59.47 29.0,59.9 30.1,59.93 29.7,60.2 28.7,60.6 27.0,60.48 25.0,60.17 "
    "22.95,59.85 22.1,60.4 21.4,61.0 21.5,61.8 21.3,62.6 22.5,63.6 24.0,64.5 25.3,65.1 24.5,65.75 22.2,65.75 "
    "21.5,65.2 21.2,64.4 19.5,63.5 18.0,62.6 17.4,61.9 17.2,61.5",
    "7.0,58.05 8.2,58.15 9.6,58.95 10.4,59.2 10.7,59.85 11.0,59.1 11.35,58.4 11.9,57.7 12.3,56.9 12.75,56.5 "
    "12.5,56.27 12.75,56.0 12.95,55.6 12.85,55.4 13.4,55.35 14.2,55.4 14.3,55.65 14.35,55.95 14.9,56.15 15.6,56.15 "
    "16.1,56.25 16.4,56.7 16.6,57.4 16.7,58.1 17.0,58.55 17.9,58.8 18.5,59.25 19.0,59.75 18.4,60.2 17.3,60.65 "
    "17.2,61.5",
    "11.1,55.66 11.7,55.95 12.3,56.1 12.6,55.95 12.5,55.6 12.2,55.3 12.0,54.97 11.7,55.15 11.2,55.3 11.1,55.66",
    "9.8,55.5 10.45,55.56 10.8,55.3 10.7,55.05 10.2,55.07 9.8,55.5",
]

# The equidistant conic projection keeps distances along these two parallels. The meridian of origin is upright.
STANDARD_PARALLELS = (50, 57)
ORIGIN_LATITUDE = 53
ORIGIN_LONGITUDE = 23

VARIANTS = {
    "wide": Variant(
        width=1440,
        height=640,
        turn=0,
        px_per_km=0.56,
        middle=(23.4, 53.15),
        shift_x=0,
        labels={
            "stuttgart": Label(0, 28, "middle"),
            "hamburg": Label(-16, 10, "end"),
            "bremerhaven": Label(-14, 6, "end"),
            "kaliningrad": Label(4, 28, "start"),
            "klaipeda": Label(14, -14, "start"),
            "minsk": Label(14, 20, "start"),
            "moscow": Label(0, 28, "middle"),
        },
        has_degrees=True,
    ),
    "tall": Variant(
        width=390,
        height=680,
        turn=58,
        px_per_km=0.27,
        middle=(23.0, 52.45),
        shift_x=64,
        labels={
            "stuttgart": Label(16, 4, "start"),
            "hamburg": Label(14, -14, "start"),
            "bremerhaven": Label(-10, 28, "middle"),
            "kaliningrad": Label(16, 6, "start"),
            "klaipeda": Label(-14, -10, "end"),
            "minsk": Label(16, 6, "start"),
            "moscow": Label(16, 4, "start"),
        },
        has_degrees=False,
    ),
}


def project_conic(longitude: float, latitude: float) -> complex:
    """Returns the place in km from the origin: the real part grows eastwards, the imaginary part northwards."""
    south, north = (math.radians(parallel) for parallel in STANDARD_PARALLELS)
    cone = (math.cos(south) - math.cos(north)) / (north - south)
    apex = math.cos(south) / cone + south
    distance = apex - math.radians(latitude)
    angle = cone * math.radians(longitude - ORIGIN_LONGITUDE)
    origin_distance = apex - math.radians(ORIGIN_LATITUDE)
    return EARTH_RADIUS_KM * complex(distance * math.sin(angle), origin_distance - distance * math.cos(angle))


def measure_great_circle(start: City, end: City) -> int:
    """Shortest distance between two cities in km."""
    start_latitude = math.radians(start.latitude)
    end_latitude = math.radians(end.latitude)
    longitude_difference = math.radians(start.longitude) - math.radians(end.longitude)
    along_meridian = math.sin(start_latitude) * math.sin(end_latitude)
    across = math.cos(start_latitude) * math.cos(end_latitude) * math.cos(longitude_difference)
    return round(EARTH_RADIUS_KM * math.acos(along_meridian + across))


class RouteMap:
    """One variant of the map. Points are complex numbers in px; the imaginary part grows upwards."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.middle = project_conic(*variant.middle)
        self.rotation = cmath.exp(1j * math.radians(variant.turn))

    def project(self, longitude: float, latitude: float) -> complex:
        variant = self.variant
        centre = complex(variant.width / 2 + variant.shift_x, -variant.height / 2)
        return (project_conic(longitude, latitude) - self.middle) * self.rotation * variant.px_per_km + centre

    def contains(self, point: complex, margin: float) -> bool:
        """Whether a point lies in the picture, enlarged by a margin in px."""
        variant = self.variant
        return -margin <= point.real <= variant.width + margin and -margin <= -point.imag <= variant.height + margin

    def draw(self) -> dict[str, Any]:
        meridians, meridian_labels = self.draw_meridians()
        parallels, parallel_labels = self.draw_parallels()
        northwards = self.project(23, 55) - self.project(23, 54)
        return {
            "width": self.variant.width,
            "height": self.variant.height,
            "north": round(90 - math.degrees(cmath.phase(northwards)), 1),
            "graticule": meridians + parallels,
            "labels": meridian_labels + parallel_labels,
            "coast": [self.draw_coast(text) for text in COAST],
            "routes": {name: self.draw_route(route) for name, route in ROUTES.items()},
        }

    def draw_meridians(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Every fifth meridian, and the labels at their southern ends."""
        lines = []
        labels = []
        for longitude in range(-20, 72, 5):
            points = [self.project(longitude, half_degrees / 2) for half_degrees in range(76, 146)]
            points = [point for point in points if self.contains(point, 60)]
            if len(points) < 2:
                continue
            path = to_path_data([straight_segment(points[0], points[-1])])
            lines.append({"class": "meridian", "lon": longitude, "d": path})
            seen = [self.project(longitude, tenths / 10) for tenths in range(380, 730)]
            seen = [point for point in seen if self.contains(point, -14)]
            if self.variant.has_degrees and seen and seen[0].real < self.variant.width - 60:
                place = [round(seen[0].real + 5, 1), round(-seen[0].imag + 4, 1)]
                labels.append({"text": f"{longitude}°", "at": place})
        return lines, labels

    def draw_parallels(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Every second parallel, and the labels at their western ends."""
        lines = []
        labels = []
        for latitude in range(40, 72, 2):
            points = [self.project(longitude, latitude) for longitude in range(-30, 81, 5)]
            near = [index for index, point in enumerate(points) if self.contains(point, 140)]
            if len(near) < 3:
                continue
            path = to_path_data(hobby_spline(points[max(0, near[0] - 1) : near[-1] + 2]))
            lines.append({"class": "parallel", "lat": latitude, "d": path})
            seen = [self.project(tenths / 10, latitude) for tenths in range(-300, 800)]
            seen = [point for point in seen if self.contains(point, -14)]
            if self.variant.has_degrees and seen:
                place = [round(seen[0].real, 1), round(-seen[0].imag - 5, 1)]
                labels.append({"text": f"{latitude}°", "at": place})
        return lines, labels

    def draw_coast(self, text: str) -> str:
        points = [self.project(*map(float, place.split(","))) for place in text.split()]
        polyline = [straight_segment(start, end) for start, end in pairwise(points)]
        return to_path_data(round_corners(polyline, dict.fromkeys(range(len(polyline) - 1), 2.5)))

    def draw_route(self, route: Route) -> dict[str, Any]:
        legs = []
        curves = []
        for index, leg in enumerate(route.legs):
            start, end = route.stations[index : index + 2]
            leg_curve = self.draw_leg(CITIES[start], leg, CITIES[end])
            curves.append(leg_curve)
            legs.append(
                {
                    "from": start,
                    "to": end,
                    "mode": leg.mode,
                    "km": leg.km,
                    "greatCircleKm": measure_great_circle(CITIES[start], CITIES[end]),
                    "d": to_path_data(leg_curve),
                }
            )
        segments = [segment for leg_curve in curves for segment in leg_curve]
        return {
            "km": sum(leg.km for leg in route.legs),
            "d": to_path_data(segments),
            "stations": self.place_stations(route, curves),
            "legs": legs,
        }

    def draw_leg(self, start: City, leg: Leg, end: City) -> Curve:
        """Returns a smooth curve for one leg: a route may change its direction at a station."""
        places = [(start.longitude, start.latitude), *leg.way_points, (end.longitude, end.latitude)]
        return hobby_spline([self.project(*place) for place in places])

    def place_stations(self, route: Route, curves: list[Curve]) -> list[dict[str, Any]]:
        """The stations of a route, with the km and the share of the line that lie before them."""
        lengths = [measure_length(segment) for leg_curve in curves for segment in leg_curve]
        stations = []
        km = 0
        segments_before = 0
        for index, city_id in enumerate(route.stations):
            if index:
                km += route.legs[index - 1].km
                segments_before += len(curves[index - 1])
            city = CITIES[city_id]
            point = self.project(city.longitude, city.latitude)
            label = self.variant.labels[city_id]
            stations.append(
                {
                    "id": city_id,
                    "name": city.name,
                    "at": [round(point.real, 1), round(-point.imag, 1)],
                    "km": km,
                    "share": round(sum(lengths[:segments_before]) / sum(lengths), 4),
                    "label": [label.x, label.y],
                    "anchor": label.anchor,
                }
            )
        return stations


def draw_maps() -> dict[str, dict[str, Any]]:
    return {name: RouteMap(variant).draw() for name, variant in VARIANTS.items()}
