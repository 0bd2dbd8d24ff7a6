/** Three labelled ranges of the time scale. `from` and `to` are indexes of the seven steps, from 0. */
export const stepSpans = [
  { from: 1, to: 4, label: '3–8 дней' },
  { from: 4, to: 5, label: '2–6 недель в пути' },
  { from: 5, to: 6, label: '3–7 дней' },
] as const
