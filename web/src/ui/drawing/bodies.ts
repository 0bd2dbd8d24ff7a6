import sizes from './data/sizes.json'

export type Body = 'sedan' | 'estate' | 'coupe' | 'suv' | 'cabriolet' | 'hatchback' | 'van'
export type View = 'side' | 'front' | 'rear' | 'top'

export type Size = {
  name: string
  bounds: number[]
  length?: number
  width?: number
  height: number
}

const sizesById = sizes as unknown as Record<string, Size>

/**
 * Only sedan and SUV have drawings from the front, the rear and above. The others have the side
 * only.
 */
export function buildDrawingId(body: Body, view: View): string {
  const id = view === 'side' ? body : `${body}-${view}`
  return id in sizesById ? id : body
}

export function readDrawingSize(id: string): Size {
  const size = sizesById[id]
  if (!size) throw new Error(`There is no drawing named ${id}`)
  return size
}
