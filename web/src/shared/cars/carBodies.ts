import type { Body } from '../../ui/drawing/bodies.ts'

// Body types that have a drawing; the others use the most similar one.
export const bodyDrawings: Record<string, Body> = {
  sedan: 'sedan',
  liftback: 'sedan',
  estate: 'estate',
  wagon: 'estate',
  coupe: 'coupe',
  roadster: 'cabriolet',
  cabriolet: 'cabriolet',
  convertible: 'cabriolet',
  suv: 'suv',
  crossover: 'suv',
  pickup: 'suv',
  hatchback: 'hatchback',
  van: 'van',
  minivan: 'van',
}

export const bodyOf = (type: string | null): Body => bodyDrawings[type ?? ''] ?? 'sedan'
