// Icons of the frame of every page: they are part of its first load. All others: icons.ts.

/** A circle as a part of an SVG path. */
export const drawCircle = (cx: number, cy: number, r: number) =>
  `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`

/** Paths in a 20 px box, each a single path with a 1.4 px line and square caps. */
export const frameIcons = {
  menu: 'M2.5 6h15M2.5 10h15M2.5 14h15',
  close: 'M4.5 4.5l11 11M15.5 4.5l-11 11',
  sun: `${drawCircle(10, 10, 3.4)}M10 1.8v2.4M10 15.8v2.4M1.8 10h2.4M15.8 10h2.4M4.2 4.2l1.7 1.7M14.1 14.1l1.7 1.7M15.8 4.2l-1.7 1.7M5.9 14.1l-1.7 1.7`,
  moon: 'M16.6 12.4A7 7 0 0 1 7.6 3.4a7 7 0 1 0 9 9z',
  offline:
    'M3 3l14 14M1.8 8A12 12 0 0 1 6 5.3M9.4 4.5a12 12 0 0 1 8.8 3.5M5 11.4a7 7 0 0 1 3.6-2M12.6 9.8a7 7 0 0 1 2.4 1.6M10 15.4h.01',
} as const
