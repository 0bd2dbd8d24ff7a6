// The map itself. Its code comes only when somebody is near it.

import * as leaflet from 'leaflet'
import 'leaflet/dist/leaflet.css'
import type { MapSource } from './mapSource.ts'

type Drawn = { onReady: () => void; onFailed: () => void; zoom: number; label: string }

/** Ready is the first picture; failed is when the first ones all could not be had. */
export function drawMap(box: HTMLElement, source: MapSource, told: Drawn): () => void {
  const map = leaflet.map(box, {
    center: source.at,
    zoom: told.zoom,
    scrollWheelZoom: false,
    attributionControl: Boolean(source.attribution),
  })
  map.attributionControl?.setPrefix(false)
  let isReady = false
  let refused = 0
  const tiles = leaflet.tileLayer(source.tiles, { attribution: source.attribution })
  tiles.on('tileload', () => {
    if (isReady) return
    isReady = true
    told.onReady()
  })
  tiles.on('tileerror', () => {
    refused += 1
    if (!isReady && refused >= 4) told.onFailed()
  })
  tiles.addTo(map)
  const icon = leaflet.divIcon({ className: 'contacts-pin', iconSize: [20, 20] })
  leaflet.marker(source.at, { icon, alt: told.label, title: told.label }).addTo(map)
  return () => map.remove()
}
