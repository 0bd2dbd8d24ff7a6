"""A drawing as a list of strokes, and the parts that several cars share: wheels, handles, panes, the drive train.

A stroke has a CSS class, a level of detail (`lod`: 1 is always drawn, 3 only in large pictures), an optional fill, and
path data. Names of strokes are only for readers of this code. Coordinates are in mm, as in geometry.py.
"""

import cmath
import math
from typing import Any, NamedTuple

from geometry import (
    Curve,
    Segment,
    arc,
    cut_between,
    find_kinks,
    find_point,
    read_curve,
    reverse,
    round_corners,
    split_segment,
    straight_segment,
    to_path_data,
)

# Two points, as x and z.
Line = tuple[tuple[float, float], tuple[float, float]]


class Rim(NamedTuple):
    """The spokes of a wheel: their number (of spokes or of pairs) and their shape. Angles are in degrees."""

    spokes: int
    # Half of a spoke's width (mm) at the hub and at the rim.
    widths: tuple[float, float]
    # Radius of the hub as a share of the rim's radius.
    hub: float
    # Angle between the middle of a pair of spokes and each of them, at the rim and at the hub. 0: single spokes.
    pair: float = 0
    pair_at_hub: float = 0
    twist: float = 0
    # Length of the control arms of a spoke's edges, as a share of the spoke.
    bend: float = 0.42
    # Each spoke has a slot that ends at this share of its length. 0: no slot.
    slot: float = 0


class Seat(NamedTuple):
    """x of the head restraint, z of the restraint's lower edge, and z of the lower edge of the pane."""

    x: float
    z: float
    pane: float


class Cabin(NamedTuple):
    """Lower end and length of the steering wheel, and the rows of seats."""

    wheel_x: float
    wheel_z: float
    wheel_length: float
    seats: tuple[Seat, ...]


CABINS = {
    "sedan": Cabin(1080, 1026, 128, (Seat(1545, 1168, 1046), Seat(2420, 1180, 1080))),
    "estate": Cabin(1080, 1026, 128, (Seat(1545, 1168, 1046), Seat(2560, 1184, 1084))),
    "coupe": Cabin(1330, 940, 112, (Seat(1890, 1050, 954),)),
    "suv": Cabin(1130, 1222, 140, (Seat(1545, 1376, 1234), Seat(2560, 1390, 1260))),
    "hatchback": Cabin(850, 1048, 122, (Seat(1275, 1190, 1062), Seat(2110, 1204, 1096))),
    "cabriolet": Cabin(1236, 950, 160, (Seat(1790, 1128, 980), Seat(2440, 1096, 1000))),
    "van": Cabin(960, 1212, 150, (Seat(1370, 1400, 1218), Seat(2460, 1404, 1232), Seat(3560, 1410, 1252))),
}


def polar(radius: float, angle: float) -> complex:
    """The point at a distance and an angle (radians) from the origin."""
    return radius * cmath.exp(1j * angle)


def close_polygon(points: list[complex]) -> Curve:
    following = [*points[1:], points[0]]
    return [straight_segment(start, end) for start, end in zip(points, following, strict=True)]


class Drawing:
    """One view of one body style. `measures` are its dimensions in mm, by name."""

    def __init__(self, style: str, view: str, name: str, **measures: float) -> None:
        self.style = style
        self.view = view
        self.name = name
        self.measures = measures
        self.strokes: list[dict[str, Any]] = []
        self.hidden_strokes: list[dict[str, Any]] = []
        self.wheel_strokes: list[dict[str, Any]] = []
        self.axles: list[list[float]] = []
        self.dimensions: list[dict[str, Any]] = []
        self.checks: list[dict[str, Any]] = []
        # Curves that others refer to by one letter, such as 'O' for the outline.
        self.registered: dict[str, Curve] = {}
        # Kinks of the outlines: name of the stroke, point, degrees.
        self.kinks: list[tuple[str, complex, float]] = []
        # Height of the rocker (sill) at the front wheel. The drive train is drawn relative to it.
        self.rocker_height = 0.0

    def add_curve(
        self,
        name: str,
        css_class: str,
        segments: Curve,
        *,
        lod: int = 1,
        fill: str | None = None,
        closed: bool = False,
        register: str | None = None,
    ) -> Curve:
        """Adds a stroke, and registers its curve under a letter for others that refer to it."""
        if register:
            self.registered[register] = segments
        self.strokes.append(
            {"name": name, "class": css_class, "fill": fill, "lod": lod, "d": to_path_data(segments, closed=closed)}
        )
        if css_class == "outline":
            self.kinks += [(name, point, round(angle, 1)) for point, angle in find_kinks(segments)]
        return segments

    def add_stroke(
        self,
        name: str,
        css_class: str,
        text: str,
        *,
        lod: int = 1,
        fill: str | None = None,
        closed: bool = False,
        register: str | None = None,
    ) -> Curve:
        """Adds the stroke that a text describes (geometry.py)."""
        return self.add_curve(
            name,
            css_class,
            read_curve(text, self.registered, closed=closed),
            lod=lod,
            fill=fill,
            closed=closed,
            register=register,
        )

    def add_circle(
        self, name: str, css_class: str, centre: complex, radius: float, *, lod: int = 1, fill: str | None = None
    ) -> Curve:
        return self.add_curve(name, css_class, arc(centre, radius, 90, 450), lod=lod, fill=fill, closed=True)

    def add_hidden(self, name: str, text: str, *, closed: bool = False) -> None:
        """Adds a stroke of the overlay that shows what is under the body."""
        self._add_hidden_curve(name, "hidden", read_curve(text, self.registered, closed=closed), closed=closed)

    def _add_hidden_curve(self, name: str, css_class: str, segments: Curve, *, closed: bool) -> None:
        self.hidden_strokes.append(
            {"name": name, "class": css_class, "lod": 2, "d": to_path_data(segments, closed=closed)}
        )

    def add_arch(
        self,
        name: str,
        centre: complex,
        radius: float,
        front_height: float,
        rear_height: float,
        register: str,
        lip: float = 14,
    ) -> Curve:
        """Registers and returns the curve of a wheel arch from the front foot over the top to the rear foot.

        Adds only the lip around the arch as a stroke.
        """
        start = 180 - math.degrees(math.asin((front_height - centre.imag) / radius))
        end = math.degrees(math.asin((rear_height - centre.imag) / radius))
        segments = arc(centre, radius, start, end)
        self.registered[register] = segments
        self.add_curve(name + " lip", "detail", arc(centre, radius + lip, start - 6, end + 6), lod=2)
        return segments

    def add_wheel(self, x: float, radius: float, rim_radius: float, rim: Rim) -> None:
        """Adds an axle. Both wheels of a car look the same, so a wheel is drawn only once, around (0, 0)."""
        self.axles.append([x, -radius])
        self.measures["tyreDiameter"] = 2 * radius
        if self.wheel_strokes:
            return
        strokes_of_body = self.strokes
        self.strokes = self.wheel_strokes
        self._draw_wheel(radius, rim_radius, rim)
        self.strokes = strokes_of_body

    def _draw_wheel(self, radius: float, rim_radius: float, rim: Rim) -> None:
        centre = complex(0, 0)
        self.add_circle("tyre", "outline", centre, radius, fill="background")
        self.add_circle("tread shoulder", "wheel", centre, radius - (radius - rim_radius) * 0.2, lod=3)
        self.add_circle("rim flange", "wheel", centre, rim_radius)
        self.add_circle("rim lip", "wheel", centre, rim_radius - 9, lod=3)
        self.add_circle("barrel", "wheel", centre, rim_radius - 24, lod=2)
        self.add_circle("brake disc", "wheel", centre, rim_radius * 0.69, lod=3)
        self.add_circle("disc hat", "wheel", centre, rim_radius * 0.36, lod=3)
        self._draw_caliper(rim_radius)
        for index in range(rim.spokes):
            angle = math.radians(90 + 360 / rim.spokes * index)
            for side in (-1, 1) if rim.pair else (0,):
                hub_angle = angle + side * math.radians(rim.pair_at_hub)
                rim_angle = angle + side * math.radians(rim.pair) + math.radians(rim.twist)
                self._draw_spoke(rim_radius, hub_angle, rim_angle, rim)
        hub_radius = rim_radius * rim.hub
        self.add_circle("hub", "wheel", centre, hub_radius, lod=2, fill="background")
        self.add_circle("hub cap", "wheel", centre, hub_radius * 0.5, lod=2)
        for index in range(5):
            self.add_circle(
                "bolt", "wheel", hub_radius * 0.76 * polar(1, math.radians(90 + 36 + 72 * index)), 6.5, lod=3
            )

    def _draw_caliper(self, rim_radius: float) -> None:
        outer = arc(complex(0, 0), rim_radius * 0.77, -28, 34)
        side = straight_segment(polar(rim_radius * 0.77, math.radians(34)), polar(rim_radius * 0.47, math.radians(30)))
        inner = arc(complex(0, 0), rim_radius * 0.47, 30, -24)
        outline = [*outer, side, *inner, straight_segment(inner[-1][3], outer[0][0])]
        last = len(outline) - 1
        radii = {1: 8, 2: 12, last - 1: 12, last: 8}
        self.add_curve(
            "caliper", "wheel", round_corners(outline, radii, closed=True), lod=3, fill="background", closed=True
        )

    def _draw_spoke(self, rim_radius: float, hub_angle: float, rim_angle: float, rim: Rim) -> None:
        outer_radius = rim_radius - 9
        hub_width, rim_width = rim.widths
        hub_direction = polar(1, hub_angle)
        rim_direction = polar(1, rim_angle)
        start = rim_radius * rim.hub * 0.93 * hub_direction
        end = outer_radius * rim_direction
        length = abs(end - start)

        def build_edge(side: int) -> Segment:
            edge_start = start + side * 1j * hub_direction * hub_width
            half_angle = math.asin(min(0.9, rim_width / outer_radius)) * side
            edge_end = outer_radius * polar(1, rim_angle + half_angle)
            return (
                edge_start,
                edge_start + hub_direction * length * rim.bend,
                edge_end - rim_direction * length * rim.bend,
                edge_end,
            )

        left = build_edge(1)
        right = build_edge(-1)
        left_angle = math.degrees(cmath.phase(left[3]))
        right_angle = math.degrees(cmath.phase(right[3]))
        if right_angle >= left_angle:
            right_angle -= 360
        along_rim = arc(complex(0, 0), outer_radius, left_angle, right_angle)
        outline = [left, *along_rim, *reverse([right])]
        self.add_curve("spoke", "wheel", outline, lod=2, fill="background")
        if rim.slot:
            self._draw_slot(left, right, rim.slot)

    def _draw_slot(self, left: Segment, right: Segment, end: float) -> None:
        """Adds a slot between the edges of a spoke, from 16 % of the spoke's length to the share `end`."""
        start = 0.16
        middle = [(left_point + right_point) / 2 for left_point, right_point in zip(left, right, strict=True)]
        edges = []
        for spoke_edge in (left, right):
            edge = tuple(centre + (point - centre) * 0.42 for point, centre in zip(spoke_edge, middle, strict=True))
            edges.append(split_segment(split_segment(edge, end)[0], start / end)[1])
        slot_left, slot_right = edges
        loop = [
            slot_left,
            straight_segment(slot_left[3], slot_right[3]),
            *reverse([slot_right]),
            straight_segment(slot_right[0], slot_left[0]),
        ]
        self.add_curve("slot", "wheel", round_corners(loop, {0: 8, 1: 8, 2: 5, 3: 5}, closed=True), lod=3)

    def add_handle(
        self, name: str, x: float, z: float, width: float = 215, height: float = 30, rise: float = 2.0
    ) -> None:
        """Adds a door handle that rises to the rear by `rise` degrees, and the recess behind the handle."""
        corner = complex(x, z)
        slope = polar(1, math.radians(rise))
        bar = [complex(0, 0), complex(width, 2), complex(width - 6, height), complex(4, height - 2)]
        outline = close_polygon([corner + point * slope for point in bar])
        self.add_curve(
            name,
            "detail",
            round_corners(outline, {0: 12, 1: 12, 2: 12, 3: 12}, closed=True),
            lod=2,
            fill="background",
            closed=True,
        )
        recess = [complex(16, -4), complex(60, -26), complex(120, -28), complex(150, -2)]
        start, first, second, end = [corner + point * slope for point in recess]
        segment = (start, start + (first - start) * 0.8, second + (first - second) * 0.1, end)
        self.add_curve(name + " recess", "detail", [segment], lod=3)

    def add_cabin(self, css_class: str = "interior", fill: str | None = None, lod: int = 3) -> None:
        """Adds the seats and the steering wheel, seen through the panes or above an open body."""
        x, z, length, seats = CABINS[self.style]
        self.add_stroke(
            "steering wheel",
            css_class,
            "%g,%g~9 -- %g,%g~9 -- %g,%g~9 -- %g,%g~9"
            % (x, z, x + length * 0.46, z + length, x + length * 0.46 + 20, z + length - 9, x + 22, z - 2),
            lod=2 if fill else 3,
            fill=fill,
            closed=True,
        )
        for seat_x, seat_z, pane in seats:
            self.add_stroke(
                "backrest",
                css_class,
                "%g,%g -- %g,%g~46 -- %g,%g~40 -- %g,%g"
                % (seat_x - 66, pane, seat_x - 16, seat_z - 26, seat_x + 92, seat_z - 22, seat_x + 112, pane + 4),
                lod=lod,
                fill=fill,
            )
            self.add_stroke(
                "head restraint",
                css_class,
                "%g,%g~20 -- %g,%g~34 -- %g,%g~30 -- %g,%g~22"
                % (seat_x, seat_z, seat_x + 14, seat_z + 116, seat_x + 90, seat_z + 120, seat_x + 88, seat_z + 4),
                lod=lod,
                fill=fill,
                closed=True,
            )
            self.add_stroke(
                "head restraint posts",
                css_class,
                "%g,%g -- %g,%g" % (seat_x + 42, seat_z - 23, seat_x + 44, seat_z + 2),
                lod=3,
            )

    def add_fuel_flap(self, x: float, z: float) -> None:
        width = 128
        height = 116
        self.add_stroke(
            "fuel flap",
            "shut",
            "%g,%g~34 -- %g,%g~34 -- %g,%g~34 -- %g,%g~34"
            % (x, z, x + width, z + 3, x + width, z + 3 + height, x, z + height),
            lod=2,
            closed=True,
        )

    def add_edge_lamp(self, name: str, text: str) -> None:
        """Adds a lamp whose curve begins and ends on the outline and is closed along the outline."""
        self.add_curve(name, "detail", self._close_along_outline(text), fill="lamp", closed=True)

    def _close_along_outline(self, text: str) -> Curve:
        inner = read_curve(text, self.registered)
        return inner + cut_between(self.registered["O"], inner[-1][3], inner[0][0])

    def add_pane(
        self,
        name: str,
        top: Curve,
        bottom: Curve,
        left: Line | None,
        right: Line | None,
        radius: float = 14,
    ) -> None:
        """Adds a pane between two curves and two lines.

        A line is a pair of points, the lower one first. Without a line, the pane ends where the curves end.
        """
        top_left = _find_crossing(top, left) if left else top[0][0]
        top_right = _find_crossing(top, right) if right else top[-1][3]
        bottom_left = _find_crossing(bottom, left) if left else bottom[0][0]
        bottom_right = _find_crossing(bottom, right) if right else bottom[-1][3]
        outline = cut_between(top, top_left, top_right)
        radii = {len(outline) - 1: radius}
        if abs(top_right - bottom_right) > 3:
            outline.append(straight_segment(top_right, bottom_right))
            radii[len(outline) - 1] = radius
        outline += reverse(cut_between(bottom, bottom_left, bottom_right))
        radii[len(outline) - 1] = radius
        if abs(top_left - bottom_left) > 3:
            outline.append(straight_segment(bottom_left, top_left))
            radii[len(outline) - 1] = radius
        self.add_curve(name, "glass", round_corners(outline, radii, closed=True), fill="glass", closed=True)

    def add_ground(self, start: float, end: float, shadow_start: float, shadow_end: float) -> None:
        """Adds the ground line and the hatch of the car's shadow."""
        self.add_curve("ground line", "ground", [straight_segment(complex(start, 0), complex(end, 0))])
        hatch = []
        x = shadow_start
        while x <= shadow_end:
            share = (x - shadow_start) / (shadow_end - shadow_start)
            depth = 18 + 74 * (math.sin(math.pi * share) ** 0.45)
            hatch.append(straight_segment(complex(x, -4), complex(x - depth * 0.9, -4 - depth)))
            x += 46
        self.add_curve("shadow hatch", "hatch", hatch, lod=2)

    def add_drive_train(self, wheelbase: float, wheel_radius: float, bonnet: float, *, is_lengthwise: bool) -> None:
        """Adds engine, gearbox, springs and exhaust in hidden lines.

        `bonnet` is the height of the bonnet over the front axle.
        """
        # The heights below are drawn for a rocker at 206 mm.
        lift = self.rocker_height - 206
        if is_lengthwise:
            self._draw_lengthwise_engine(wheelbase, wheel_radius, bonnet, lift)
        else:
            self._draw_transverse_engine(bonnet)
        self._draw_spring("front", 0, wheel_radius, bonnet - 50)
        self._draw_spring("rear", wheelbase, wheel_radius, bonnet - 60)
        exhaust = (262 + lift, 248 + lift, wheelbase - 500, 252 + lift)
        exhaust_end = (wheelbase - 300, 330 + lift, wheelbase + 430, 370 + lift)
        self.add_hidden("exhaust", "420,%g -- 900,%g -- %g,%g~60 -- %g,%g~60 -- %g,%g" % (exhaust + exhaust_end))
        silencer_front = (wheelbase + 430, 320 + lift, wheelbase + 760, 340 + lift)
        silencer_rear = (wheelbase + 750, 440 + lift, wheelbase + 440, 420 + lift)
        self.add_hidden(
            "silencer", "%g,%g~40 -- %g,%g~40 -- %g,%g~40 -- %g,%g~40" % (silencer_front + silencer_rear), closed=True
        )

    def _draw_lengthwise_engine(self, wheelbase: float, wheel_radius: float, bonnet: float, lift: float) -> None:
        self.add_hidden(
            "engine",
            "-250,%g~30 -- -180,%g~30 -- 330,%g~30 -- 380,%g~40 -- 380,%g~40 -- 120,%g~60 -- -160,%g~40 -- -250,%g~30"
            % (bonnet - 190, bonnet - 80, bonnet - 60, bonnet - 160, 360 + lift, 270 + lift, 300 + lift, 420 + lift),
            closed=True,
        )
        self.add_hidden("cylinder head line", "-240,%g -- 372,%g" % (bonnet - 230, bonnet - 205))
        self.add_hidden(
            "gearbox",
            "380,%g~20 -- 470,%g~60 -- 700,%g~60 -- 1060,%g~30 -- 1060,%g~30 -- 640,%g~40 -- 380,%g~20"
            % (bonnet - 280, bonnet - 300, 470 + lift, 430 + lift, 330 + lift, 280 + lift, 320 + lift),
            closed=True,
        )
        self.add_hidden("propeller shaft, top", "1060,%g -- %g,%g" % (402 + lift, wheelbase - 150, wheel_radius + 22))
        self.add_hidden(
            "propeller shaft, bottom", "1060,%g -- %g,%g" % (366 + lift, wheelbase - 150, wheel_radius - 16)
        )
        differential = arc(complex(wheelbase - 20, wheel_radius), 132, 90, 450)
        self._add_hidden_curve("differential", "hidden", differential, closed=True)

    def _draw_transverse_engine(self, bonnet: float) -> None:
        self.add_hidden(
            "engine",
            "-280,%g~30 -- -60,%g~30 -- 190,%g~30 -- 230,430~40 -- 200,300~50 -- -200,290~50 -- -290,420~40"
            % (bonnet - 160, bonnet - 90, bonnet - 70),
            closed=True,
        )
        self.add_hidden("cylinder head line", "-284,%g -- 206,%g" % (bonnet - 250, bonnet - 230))
        self.add_hidden(
            "gearbox", "-60,440~30 -- 150,460~40 -- 330,400~40 -- 350,290~30 -- 180,230~40 -- -40,250~40", closed=True
        )

    def _draw_spring(self, name: str, x: float, wheel_radius: float, top: float) -> None:
        bottom = wheel_radius + 150
        turns = 9
        nodes = []
        for turn in range(turns + 1):
            side = 44 if turn % 2 else -44
            if turn in (0, turns):
                side = 0
            nodes.append("%g,%g!" % (x + side, bottom + turn * (top - bottom) / turns))
        self._add_hidden_curve(name + " spring", "spring", read_curve(" -- ".join(nodes)), closed=False)
        self.add_hidden(name + " damper", "%g,%g -- %g,%g" % (x, wheel_radius, x, bottom))
        self.add_hidden(name + " spring seat", "%g,%g -- %g,%g" % (x - 60, bottom, x + 60, bottom))
        self.add_hidden(name + " top mount", "%g,%g -- %g,%g" % (x - 60, top, x + 60, top))

    @property
    def id(self) -> str:
        return self.style if self.view == "side" else f"{self.style}-{self.view}"

    def find_bounds(self) -> list[float]:
        """Returns the left, top, right and bottom edge in mm. y grows downwards."""
        measures = self.measures
        if self.view in ("front", "rear"):
            return [-measures["widthMirrors"] / 2, -measures["height"], measures["widthMirrors"] / 2, 0]
        front = -measures["frontOverhang"]
        rear = measures["wheelbase"] + measures["rearOverhang"]
        if self.view == "top":
            return [front, -measures["widthMirrors"] / 2, rear, measures["widthMirrors"] / 2]
        return [front, -measures["height"], rear, 0]


def _find_crossing(segments: Curve, line: Line) -> complex:
    """The point of a curve that is nearest to a line through two points."""
    start = complex(*line[0])
    end = complex(*line[1])

    def measure_distance(point: complex) -> float:
        return abs(((point - start) * (end - start).conjugate()).imag) / abs(end - start)

    samples = [find_point(segment, step / 60) for segment in segments for step in range(61)]
    return min(samples, key=measure_distance)
