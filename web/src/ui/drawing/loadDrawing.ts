import { useEffect, useState } from 'react'
import type { CarData, MapData } from './types.ts'

/** One file for each drawing, loaded as data, so a page loads only the drawings that it shows. */
const files = import.meta.glob<string>(['./data/car-*.json', './data/map-*.json'], {
  query: '?url',
  import: 'default',
  eager: true,
})
const loaded = new Map<string, unknown>()
const loading = new Map<string, Promise<unknown>>()

async function fetchDrawing(name: string): Promise<unknown> {
  const file = files[`./data/${name}.json`]
  const answer = file ? await fetch(file) : undefined
  // A page of the last release may request a file that the current release no longer has.
  if (!answer?.ok) throw new Error(`There is no drawing named ${name}`)
  const data: unknown = await answer.json()
  loaded.set(name, data)
  return data
}

/** Cars with the same body share one request. A failed request may be retried. */
function loadDrawing(name: string): Promise<unknown> {
  const known = loading.get(name)
  if (known) return known
  const request = fetchDrawing(name).catch((error: unknown) => {
    loading.delete(name)
    throw error
  })
  loading.set(name, request)
  return request
}

function useDrawing(name: string | null): unknown {
  const [data, setData] = useState(() => (name ? loaded.get(name) : undefined))
  useEffect(() => {
    if (!name) return
    let isMounted = true
    // A failed drawing leaves its reserved space empty. Its label still describes it.
    loadDrawing(name).then(
      (found) => {
        if (isMounted) setData(found)
      },
      () => undefined,
    )
    return () => {
      isMounted = false
    }
  }, [name])
  return name && data === loaded.get(name) ? data : undefined
}

export function useCar(id: string | null): CarData | undefined {
  return useDrawing(id && `car-${id}`) as CarData | undefined
}

export function useMap(variant: 'wide' | 'tall' | null): MapData | undefined {
  return useDrawing(variant && `map-${variant}`) as MapData | undefined
}
