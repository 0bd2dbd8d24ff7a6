"""Writes the drawings into src/ui/drawing/data, one file each, and prints the check of the outlines.

Usage: python3 web/drawings/build.py. A page loads only the drawings that it shows, so each file holds all it needs.
"""

import json
import math
import os
from collections.abc import Sequence
from typing import Any, NamedTuple

import cars
import route
import views
from drawing import Drawing
from geometry import find_point

DATA_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src", "ui", "drawing", "data")


class Check(NamedTuple):
    """A point of the inspection of a car. `shift` moves the text along x, away from the place that the text names."""

    id: str
    number: int
    text: str
    shift: float


# Checks whose texts are above the car.
CHECKS_ABOVE = [
    Check("documents", 8, "Документы", -640),
    Check("electronics", 6, "Электроника", 60),
    Check("interior", 7, "Салон", 120),
    Check("paint", 2, "Толщина ЛКП", 260),
]
# Checks whose texts are below the car.
CHECKS_BELOW = [
    Check("engine", 3, "Двигатель", -480),
    Check("gearbox", 4, "Коробка передач", -80),
    Check("body", 1, "Кузов", 240),
    Check("suspension", 5, "Подвеска", 260),
]
# Least distance (mm) between the starts of two texts.
TEXT_DISTANCE = 850


class Proportions(NamedTuple):
    """Heights of the bonnet over the front axle and of the belt line, and the lower end of the windscreen, in mm."""

    bonnet: float
    belt: float
    screen_base: tuple[float, float]
    has_lengthwise_engine: bool


PROPORTIONS = {
    "sedan": Proportions(930, 1020, (525, 994), True),
    "estate": Proportions(930, 1020, (525, 994), True),
    "coupe": Proportions(830, 930, (745, 898), True),
    "suv": Proportions(1140, 1210, (565, 1180), True),
    "cabriolet": Proportions(930, 1000, (560, 994), True),
    "hatchback": Proportions(970, 1050, (335, 1028), False),
    "van": Proportions(1160, 1200, (85, 1210), False),
}


def main() -> None:
    drawings = [draw() for draw in cars.SIDE_VIEWS + views.OTHER_VIEWS]
    report = []
    for car in drawings:
        if car.view == "side":
            report.append(complete_side_view(car))
        else:
            add_outer_dimensions(car)
            kinks = [(round(point.real), round(point.imag), angle) for _, point, angle in car.kinks if angle > 2]
            report.append(f"{car.style:<10} {car.view:<5} kinks {kinks}")
    for car in drawings:
        write("car-" + car.id, describe_car(car))
    write("sizes", {car.id: describe_size(car) for car in drawings})
    for variant, route_map in route.draw_maps().items():
        write("map-" + variant, route_map)
    print("\n".join(report))


def complete_side_view(car: Drawing) -> str:
    """Adds drive train, dimensions and checks to a side view. Returns the line of the report about the outline."""
    measures = car.measures
    length = measures["frontOverhang"] + measures["wheelbase"] + measures["rearOverhang"]
    assert abs(measures["length"] - length) < 1
    samples = [find_point(segment, step / 50) for segment in car.registered["O"] for step in range(51)]
    roof = max(samples, key=lambda point: point.imag)
    if car.style == "cabriolet":
        # The outline of a cabriolet's body ends below the windscreen, so its highest point is not the roof.
        roof = complex(1330, 1380)
    proportions = PROPORTIONS[car.style]
    wheel_radius = measures["tyreDiameter"] / 2
    car.add_drive_train(
        measures["wheelbase"],
        wheel_radius,
        proportions.bonnet,
        is_lengthwise=proportions.has_lengthwise_engine,
    )
    add_side_dimensions(car, roof)
    add_checks(car, proportions)
    drawn_length = max(point.real for point in samples) - min(point.real for point in samples)
    kinks = [(round(point.real), round(point.imag), angle) for _, point, angle in car.kinks if point.imag > 320]
    return "%-10s length %d (drawn %d)  height %d (drawn %d)  kinks %s" % (
        car.style,
        measures["length"],
        drawn_length,
        measures["height"],
        roof.imag,
        kinks,
    )


def add_dimension(
    car: Drawing, name: str, axis: str, start: Sequence[float], end: Sequence[float], at: float, value: float
) -> None:
    """Adds a dimension between two points. `at` is the place of the dimension line on the other axis."""
    car.dimensions.append({"id": name, "axis": axis, "from": start, "to": end, "at": at, "value": value})


def add_side_dimensions(car: Drawing, roof: complex) -> None:
    wheelbase = car.measures["wheelbase"]
    front_overhang = car.measures["frontOverhang"]
    rear_overhang = car.measures["rearOverhang"]
    rear = wheelbase + rear_overhang
    wheel_radius = car.measures["tyreDiameter"] / 2
    roof_point = [round(roof.real), -round(roof.imag)]
    add_dimension(car, "frontOverhang", "x", [-front_overhang, 0], [0, 0], 300, front_overhang)
    add_dimension(car, "wheelbase", "x", [0, 0], [wheelbase, 0], 300, wheelbase)
    add_dimension(car, "rearOverhang", "x", [wheelbase, 0], [rear, 0], 300, rear_overhang)
    add_dimension(car, "length", "x", [-front_overhang, 0], [rear, 0], 480, car.measures["length"])
    add_dimension(car, "height", "y", roof_point, [rear, 0], rear + 260, car.measures["height"])
    add_dimension(car, "tyre", "y", [0, -2 * wheel_radius], [0, 0], -front_overhang - 190, 2 * wheel_radius)


def add_outer_dimensions(car: Drawing) -> None:
    """Adds the width of a front, rear or top view, and the height of a front or rear view."""
    width = car.measures["width"]
    if car.view == "top":
        rear = car.measures["wheelbase"] + car.measures["rearOverhang"]
        add_dimension(car, "width", "y", [rear - 500, -width / 2], [rear - 500, width / 2], rear + 260, width)
        return
    height = car.measures["height"]
    add_dimension(car, "width", "x", [-width / 2, 0], [width / 2, 0], 300, width)
    add_dimension(car, "height", "y", [0, -height], [width / 2, 0], width / 2 + 330, height)


def add_checks(car: Drawing, proportions: Proportions) -> None:
    """Adds the checks to a side view: the place of each check in the car, and the place of the text."""
    places = find_check_places(car, proportions)
    for checks, text_y in ((CHECKS_ABOVE, -(car.measures["height"] + 330)), (CHECKS_BELOW, 470)):
        previous_x = -math.inf
        for check in checks:
            x, z = places[check.id]
            text_x = max(x + check.shift, previous_x + TEXT_DISTANCE)
            previous_x = text_x
            car.checks.append(
                {
                    "id": check.id,
                    "n": check.number,
                    "text": check.text,
                    "at": [round(x), round(-z)],
                    "to": [round(text_x), round(text_y)],
                    "side": "right",
                }
            )


def find_check_places(car: Drawing, proportions: Proportions) -> dict[str, tuple[float, float]]:
    """Returns x and z of the place in the car that each check names, by the id of the check."""
    wheelbase = car.measures["wheelbase"]
    bonnet = proportions.bonnet
    belt = proportions.belt
    screen_x, screen_z = proportions.screen_base
    # The gearbox is drawn for a rocker at 206 mm, as in Drawing.add_drive_train.
    gearbox_lift = car.rocker_height - 206
    interiors = {
        "coupe": (1500, belt + 130),
        "cabriolet": (1838, 1150),
        "hatchback": (1800, belt + 150),
        "van": (2100, belt + 250),
    }
    return {
        "documents": (screen_x + 150, screen_z + 50),
        "electronics": (screen_x + 400, belt - 76),
        "interior": interiors.get(car.style, (2120, belt + 160)),
        "paint": (0.71 * wheelbase, belt - 250),
        "engine": (60, bonnet - 170),
        "gearbox": (880, 400 + gearbox_lift) if proportions.has_lengthwise_engine else (160, 340 + gearbox_lift),
        "body": (0.42 * wheelbase, 0.5 * (belt + 260)),
        "suspension": (wheelbase, car.measures["tyreDiameter"] / 2),
    }


def describe_size(car: Drawing) -> dict[str, Any]:
    size = {"name": car.name, "view": car.view, "bounds": car.find_bounds()}
    for name in ("length", "width", "height"):
        if name in car.measures:
            size[name] = car.measures[name]
    return size


def describe_car(car: Drawing) -> dict[str, Any]:
    """Returns the JSON of one drawing, with a wheel. The names of strokes are left out, because no page uses them."""
    return {
        "id": car.id,
        "bounds": car.find_bounds(),
        "strokes": remove_names(car.strokes),
        "axles": car.axles,
        "wheel": remove_names(car.wheel_strokes),
        "xray": remove_names(car.hidden_strokes),
        "dimensions": car.dimensions,
        "checks": car.checks,
    }


def remove_names(strokes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Strokes without their names and without empty values."""
    return [{key: stroke[key] for key in ("class", "fill", "lod", "d") if stroke.get(key)} for stroke in strokes]


def write(name: str, document: dict[str, Any]) -> None:
    with open(os.path.join(DATA_FOLDER, name + ".json"), "w", encoding="utf-8") as file:
        file.write(json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
