"""Writes the drawings into src/ui/drawing/data, one file each, and prints the check of the outlines.

Usage: python3 web/drawings/build.py. A page loads only the drawings that it shows, so each file holds all it needs.
"""
import json
import os

import cars
import kit
import route
import views

OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'src', 'ui', 'drawing', 'data')
CHECKS = [('documents', 8, 'Документы'), ('electronics', 6, 'Электроника'), ('interior', 7, 'Салон'), ('paint', 2, 'Толщина ЛКП'),
          ('engine', 3, 'Двигатель'), ('gearbox', 4, 'Коробка передач'), ('body', 1, 'Кузов'), ('suspension', 5, 'Подвеска')]


def side_extras(d, bonnet, belt, cowl, along):
    k = d.key
    wb, fo, ro, h, r = k['wheelbase'], k['frontOverhang'], k['rearOverhang'], k['height'], k['tyreDiameter'] / 2
    d.mechanics(wb, r, bonnet, along=along)
    end = wb + ro
    d.dims += [
        {'id': 'frontOverhang', 'axis': 'x', 'from': [-fo, 0], 'to': [0, 0], 'at': 300, 'value': fo},
        {'id': 'wheelbase', 'axis': 'x', 'from': [0, 0], 'to': [wb, 0], 'at': 300, 'value': wb},
        {'id': 'rearOverhang', 'axis': 'x', 'from': [wb, 0], 'to': [end, 0], 'at': 300, 'value': ro},
        {'id': 'length', 'axis': 'x', 'from': [-fo, 0], 'to': [end, 0], 'at': 480, 'value': k['length']},
        {'id': 'height', 'axis': 'y', 'from': [k['roofPeak'][0], k['roofPeak'][1]], 'to': [end, 0], 'at': end + 260, 'value': h},
        {'id': 'tyre', 'axis': 'y', 'from': [0, -2 * r], 'to': [0, 0], 'at': -fo - 190, 'value': 2 * r}]
    pt = {'documents': (cowl[0] + 150, cowl[1] + 50), 'electronics': (cowl[0] + 400, belt - 76),
          'interior': {'coupe': (1500, belt + 130), 'cabriolet': (1838, 1150), 'hatchback': (1800, belt + 150), 'van': (2100, belt + 250)}.get(d.style, (2120, belt + 160)),
          'paint': (.71 * wb, belt - 250), 'engine': (60, bonnet - 170), 'gearbox': (880 if along else 160, (400 if along else 340) + d.low - 206),
          'body': (.42 * wb, .5 * (belt + 260)), 'suspension': (wb, r)}
    top, bot = -(h + 330), 470
    shift, prev = (-640, 60, 120, 260, -480, -80, 240, 260), None
    for i, (cid, n, text) in enumerate(CHECKS):
        x, z = pt[cid]
        tx = x + shift[i]
        if i not in (0, 4):
            tx = max(tx, prev + 850)
        prev = tx
        d.checks.append({'id': cid, 'n': n, 'text': text, 'at': [round(x), round(-z)], 'to': [round(tx), round(top if i < 4 else bot)], 'side': 'right'})

EXTRA = {  # bonnet height over the axle, belt height, base of the windscreen, engine lengthwise
    'sedan': (930, 1020, (525, 994), True), 'estate': (930, 1020, (525, 994), True), 'coupe': (830, 930, (745, 898), True),
    'suv': (1140, 1210, (565, 1180), True), 'cabriolet': (930, 1000, (560, 994), True), 'hatchback': (970, 1050, (335, 1028), False),
    'van': (1160, 1200, (85, 1210), False)}


def main():
    kit.PARTS.clear()
    out, log = [], []
    for f in cars.SIDES + views.VIEWS:
        d = f()
        if d.view == 'side':
            up = d.reg['O']
            peak = max((kit.at(s, t / 50) for s in up for t in range(51)), key=lambda p: p.imag)
            lo, hi = (fn(kit.at(s, t / 50).real for s in up for t in range(51)) for fn in (min, max))
            if d.style == 'cabriolet':
                peak = complex(1330, 1380)
            d.key['roofPeak'] = [round(peak.real), -round(peak.imag)]
            k = d.key
            log.append('%-10s length %d (drawn %d)  height %d (drawn %d)  kinks %s' % (
                d.style, k['length'], hi - lo, k['height'], peak.imag, [(round(p.real), round(p.imag), a) for _, p, a in d.bad if p.imag > 320]))
            assert abs(k['length'] - (k['frontOverhang'] + k['wheelbase'] + k['rearOverhang'])) < 1
            side_extras(d, *EXTRA[d.style])
            k['axles'] = [w['at'] for w in d.wheels]
        elif d.view in ('front', 'rear'):
            w, h = d.key['width'], d.key['height']
            d.dims += [{'id': 'width', 'axis': 'x', 'from': [-w / 2, 0], 'to': [w / 2, 0], 'at': 300, 'value': w},
                       {'id': 'height', 'axis': 'y', 'from': [0, -h], 'to': [w / 2, 0], 'at': w / 2 + 330, 'value': h}]
        else:
            w, k = d.key['width'], d.key
            end = k['wheelbase'] + k['rearOverhang']
            d.dims += [{'id': 'width', 'axis': 'y', 'from': [end - 500, -w / 2], 'to': [end - 500, w / 2], 'at': end + 260, 'value': w}]
        if d.view != 'side':
            log.append('%-10s %-5s kinks %s' % (d.style, d.view, [(round(p.real), round(p.imag), a) for _, p, a in d.bad if a > 2]))
        out.append(d.data())
    for d in out:
        write('car-' + d['id'], car(d))
    write('sizes', {d['id']: {'name': d['name'], 'view': d['view'], 'bounds': d['key']['bounds'], **sizes(d['key'])} for d in out})
    for variant, data in route.build()['variants'].items():
        write('map-' + variant, data)
    print('\n'.join(log))


def sizes(key):
    return {name: key[name] for name in ('length', 'width', 'height') if name in key}


def car(d):
    """One drawing with its own wheel; the names of strokes serve the generator only."""
    wheels = d.get('wheels') or []
    return {'id': d['id'], 'bounds': d['key']['bounds'], 'strokes': plain(d['strokes']),
            'axles': [w['at'] for w in wheels], 'wheel': plain(kit.PARTS[wheels[0]['part']]) if wheels else [],
            'xray': plain(d.get('xray') or []), 'dimensions': d['dimensions'], 'checks': d.get('checks') or []}


def plain(strokes):
    return [{k: s[k] for k in ('class', 'fill', 'lod', 'd') if s.get(k)} for s in strokes]


def write(name, doc):
    with open(os.path.join(OUT, name + '.json'), 'w', encoding='utf-8') as f:
        f.write(json.dumps(doc, ensure_ascii=False, separators=(',', ':')) + '\n')


if __name__ == '__main__':
    main()
