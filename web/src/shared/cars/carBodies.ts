import type { Body } from '../../ui/drawing/bodies.ts'

/** The drawing of each body type. A type without a drawing of its own uses the most similar one. */
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

export const chooseBody = (type: string | null): Body => bodyDrawings[type ?? ''] ?? 'sedan'

const modelsWithEngineBehind: Record<string, RegExp> = {
  porsche: /^(911|718|boxster|cayman|carrera gt|918)/,
  alpine: /^a110/,
  audi: /^r8/,
  lotus: /^(elise|exige|evora|emira)/,
  mclaren: /./,
  lamborghini: /^(hurac|gallardo|aventador|murci|revuelto|temerario)/,
  ferrari: /^(296|360|430|458|488|f8|f430|sf90)/,
}

/** Whether the engine of this car is in the middle or at the back. */
export const hasEngineBehind = ({ brand, model }: { brand: string; model: string }): boolean =>
  Boolean(modelsWithEngineBehind[brand.toLowerCase()]?.test(model.toLowerCase()))
