"""The route as a line drawing: graticule in a conic projection, coast hints, legs and stations, wide and tall."""
import cmath
import math

from geometry import hobby, line, rounded, to_d
from geometry import length as seglen

CITY = {  # longitude, latitude
    'stuttgart': ('Штутгарт', 9.18, 48.78), 'hamburg': ('Гамбург', 9.99, 53.55), 'bremerhaven': ('Бремерхафен', 8.58, 53.54),
    'kaliningrad': ('Калининград', 20.51, 54.71), 'klaipeda': ('Клайпеда', 21.14, 55.71), 'minsk': ('Минск', 27.56, 53.90),
    'moscow': ('Москва', 37.62, 55.75)}
# Way points shape the line only. km: rounded usual distances, to be replaced by the order's own figures.
ROUTES = {
    'kaliningrad': ['stuttgart', ('road', 640, [(9.5, 50.6), (9.6, 52.3)]), 'bremerhaven',
                    ('sea', 1000, [(8.25, 53.95), (9.3, 54.1), (10.3, 54.5), (11.6, 54.5), (13.3, 54.95), (16.5, 55.05), (19.4, 54.72)]), 'kaliningrad',
                    ('road', 1250, [(24.0, 54.8), (28.5, 54.6), (32.0, 54.9)]), 'moscow'],
    'klaipeda': ['stuttgart', ('road', 660, [(9.5, 50.6), (9.8, 52.3)]), 'hamburg',
                 ('sea', 900, [(9.1, 53.95), (9.6, 54.25), (10.4, 54.52), (11.6, 54.5), (13.3, 54.95), (17.0, 55.45)]), 'klaipeda',
                 ('road', 1150, [(24.2, 55.7), (28.2, 55.6), (33.0, 55.6)]), 'moscow'],
    'minsk': ['stuttgart', ('road', 1650, [(11.6, 50.6), (13.6, 52.3), (17.0, 52.35), (21.0, 52.15), (23.7, 52.1)]), 'minsk',
              ('road', 720, [(30.5, 54.5), (33.5, 55.0)]), 'moscow'],
}
COAST = [
    '-1.1,49.3 0.2,49.6 1.5,50.2 1.6,50.9 2.5,51.1 3.4,51.4 4.0,51.9 4.5,52.4 4.75,52.95 5.4,53.2 6.2,53.42 6.95,53.42 7.2,53.68 8.0,53.7 8.15,53.45 8.3,53.6 8.55,53.52 8.5,53.82 8.75,53.9 9.4,53.8 8.95,54.05 8.8,54.3 '
    '8.7,54.45 8.8,54.65 8.6,54.95 8.2,55.5 8.1,56.0 8.15,56.6 8.55,57.1 9.4,57.18 9.95,57.58 10.6,57.73 10.45,57.35 10.3,56.95 10.3,56.6 10.9,56.4 10.7,56.15 '
    '10.25,56.08 10.0,55.8 9.7,55.5 9.55,55.15 9.5,54.84 10.0,54.7 9.95,54.48 10.2,54.4 11.0,54.4 10.85,54.02 11.4,53.95 12.1,54.15 12.5,54.46 13.4,54.65 13.7,54.3 '
    '14.2,53.92 15.0,54.05 16.2,54.28 17.0,54.68 18.3,54.83 18.6,54.65 18.6,54.4 19.3,54.37 19.9,54.65 19.97,54.94 20.5,54.97 20.95,55.28 21.1,55.68 21.05,56.1 '
    '21.0,56.5 21.05,56.85 21.4,57.2 21.6,57.45 22.6,57.75 23.1,57.35 23.6,56.98 24.05,57.06 24.4,57.4 24.3,57.85 24.5,58.35 23.75,58.55 23.5,58.95 23.6,59.22 '
    '24.7,59.45 25.7,59.6 26.9,59.43 28.0,59.47 29.0,59.9 30.1,59.93 29.7,60.2 28.7,60.6 27.0,60.48 25.0,60.17 22.95,59.85 22.1,60.4 21.4,61.0 21.5,61.8 21.3,62.6 22.5,63.6 24.0,64.5 25.3,65.1 24.5,65.75 22.2,65.75 21.5,65.2 21.2,64.4 '
    '19.5,63.5 18.0,62.6 17.4,61.9 17.2,61.5',
    '7.0,58.05 8.2,58.15 9.6,58.95 10.4,59.2 10.7,59.85 11.0,59.1 11.35,58.4 11.9,57.7 12.3,56.9 12.75,56.5 12.5,56.27 12.75,56.0 12.95,55.6 12.85,55.4 13.4,55.35 14.2,55.4 14.3,55.65 14.35,55.95 14.9,56.15 15.6,56.15 '
    '16.1,56.25 16.4,56.7 16.6,57.4 16.7,58.1 17.0,58.55 17.9,58.8 18.5,59.25 19.0,59.75 18.4,60.2 17.3,60.65 17.2,61.5',
    '11.1,55.66 11.7,55.95 12.3,56.1 12.6,55.95 12.5,55.6 12.2,55.3 12.0,54.97 11.7,55.15 11.2,55.3 11.1,55.66',
    '9.8,55.5 10.45,55.56 10.8,55.3 10.7,55.05 10.2,55.07 9.8,55.5',
]
LAT0, PH1, PH2, LON0 = 53, 50, 57, 23


def conic(lon, lat):
    """Equidistant conic, in km, x east, y north."""
    p1, p2, p, p0 = (math.radians(v) for v in (PH1, PH2, lat, LAT0))
    n = (math.cos(p1) - math.cos(p2)) / (p2 - p1)
    g = math.cos(p1) / n + p1
    t = n * math.radians(lon - LON0)
    return 6371 * complex((g - p) * math.sin(t), (g - p0) - (g - p) * math.cos(t))


def great_circle(a, b):
    la, pa, lb, pb = (math.radians(v) for v in (a[1], a[2], b[1], b[2]))
    return round(6371 * math.acos(math.sin(pa) * math.sin(pb) + math.cos(pa) * math.cos(pb) * math.cos(la - lb)))


VARIANTS = {
    # size, turn (degrees), scale (px per km), the place that lies in the middle, label offsets per route
    'wide': dict(w=1440, h=640, turn=0, k=.56, mid=(23.4, 53.15), labels={
        'stuttgart': (0, 28, 'middle'), 'hamburg': (-16, 10, 'end'), 'bremerhaven': (-14, 6, 'end'), 'kaliningrad': (4, 28, 'start'),
        'klaipeda': (14, -14, 'start'), 'minsk': (14, 20, 'start'), 'moscow': (0, 28, 'middle')}),
    'tall': dict(w=390, h=680, turn=58, k=.27, dx=64, mid=(23.0, 52.45), labels={
        'stuttgart': (16, 4, 'start'), 'hamburg': (14, -14, 'start'), 'bremerhaven': (-10, 28, 'middle'), 'kaliningrad': (16, 6, 'start'),
        'klaipeda': (-14, -10, 'end'), 'minsk': (16, 6, 'start'), 'moscow': (16, 4, 'start')}),
}


def build():
    out = {'unit': 'CSS px of the variant at 1:1', 'projection': 'equidistant conic, parallels 50 and 57 N, meridian 23 E',
           'note': 'km are rounded usual distances; an order shows its own figures', 'variants': {}}
    for vn, v in VARIANTS.items():
        rot = cmath.exp(1j * math.radians(v['turn']))
        m0 = conic(*v['mid'])

        def px(lon, lat):          # complex, y up: to_d flips
            return (conic(lon, lat) - m0) * rot * v['k'] + complex(v['w'] / 2 + v.get('dx', 0), -v['h'] / 2)

        def inside(p, m=0):
            return -m <= p.real <= v['w'] + m and -m <= -p.imag <= v['h'] + m
        grat, labels = [], []
        for lon in range(-20, 72, 1):
            if lon % 5:
                continue
            pts = [px(lon, la / 2) for la in range(76, 146)]
            pts = [p for p in pts if inside(p, 60)]
            if len(pts) > 1:
                grat.append({'class': 'meridian', 'lon': lon, 'd': to_d([line(pts[0], pts[-1])])})
                edge = [px(lon, la / 10) for la in range(380, 730)]
                edge = [p for p in edge if inside(p, -14)]
                if edge and vn == 'wide' and edge[0].real < v['w'] - 60:
                    labels.append({'text': '%d°' % lon, 'at': [round(edge[0].real + 5, 1), round(-edge[0].imag + 4, 1)]})
        for lat in range(40, 72, 2):
            pts = [px(lo, lat) for lo in range(-30, 81, 5)]
            keep = [i for i, p in enumerate(pts) if inside(p, 140)]
            if len(keep) > 2:
                grat.append({'class': 'parallel', 'lat': lat, 'd': to_d(hobby(pts[max(0, keep[0] - 1):keep[-1] + 2]))})
                edge = [px(lo / 10, lat) for lo in range(-300, 800)]
                edge = [p for p in edge if inside(p, -14)]
                if edge and vn == 'wide':
                    labels.append({'text': '%d°' % lat, 'at': [round(edge[0].real, 1), round(-edge[0].imag - 5, 1)]})
        coast = []
        for c in COAST:
            pts = [px(*map(float, t.split(','))) for t in c.split()]
            poly = [line(a, b) for a, b in zip(pts, pts[1:])]
            coast.append(to_d(rounded(poly, {i: 2.5 for i in range(len(poly) - 1)})))
        routes = {}
        for rn, r in ROUTES.items():
            stations, legs, km, total = [], [], 0, 0
            nodes = []
            for it in r:
                if isinstance(it, str):
                    nodes.append((px(*CITY[it][1:]), it))
                else:
                    nodes += [(px(*w), None) for w in it[2]]
            marks = [i for i, (_, s) in enumerate(nodes) if s]
            segs = []                  # a new direction is allowed at a station
            for a, b in zip(marks, marks[1:]):
                segs += hobby([p for p, _ in nodes[a:b + 1]])
            lens = [seglen(s) for s in segs]
            for j, it in enumerate([x for x in r if isinstance(x, str)]):
                dx, dy, anchor = v['labels'][it]
                p = nodes[marks[j]][0]
                if j:
                    km += r[2 * j - 1][1]
                stations.append({'id': it, 'name': CITY[it][0], 'at': [round(p.real, 1), round(-p.imag, 1)], 'km': km,
                                 'share': round(sum(lens[:marks[j]]) / sum(lens), 4), 'label': [dx, dy], 'anchor': anchor})
            for j, leg in enumerate([x for x in r if not isinstance(x, str)]):
                a, b = r[2 * j], r[2 * j + 2]
                legs.append({'from': a, 'to': b, 'mode': leg[0], 'km': leg[1], 'greatCircleKm': great_circle(CITY[a], CITY[b]),
                             'd': to_d(segs[marks[j]:marks[j + 1]])})
            routes[rn] = {'km': km, 'd': to_d(segs), 'stations': stations, 'legs': legs}
        n = (px(23, 55) - px(23, 54)) * 1
        out['variants'][vn] = {'width': v['w'], 'height': v['h'], 'north': round(90 - math.degrees(cmath.phase(n)), 1),
                               'graticule': grat, 'labels': labels, 'coast': coast, 'routes': routes}
    return out
