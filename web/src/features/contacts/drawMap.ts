// The map of the office. This code is loaded only when the map is near the viewport.

import * as leaflet from 'leaflet'
import 'leaflet/dist/leaflet.css'
import type { MapSource } from './mapSource.ts'

type MapOptions = { onReady: () => void; onFailed: () => void; zoom: number; label: string }

/**
 * Calls `onReady` when the first tile has loaded, or `onFailed` when four tiles have failed before that.
 * Returns a function that removes the map.
 */
export function drawMap(
  container: HTMLElement,
  source: MapSource,
  options: MapOptions,
): () => void {
  const map = leaflet.map(container, {
    center: source.at,
    zoom: options.zoom,
    scrollWheelZoom: false,
    attributionControl: Boolean(source.attribution),
  })
  map.attributionControl?.setPrefix(false)
  let isReady = false
  let failedTiles = 0
  const tiles = leaflet.tileLayer(source.tiles, { attribution: source.attribution })
  tiles.on('tileload', () => {
    if (isReady) return
    isReady = true
    options.onReady()
  })
  tiles.on('tileerror', () => {
    failedTiles += 1
    if (!isReady && failedTiles >= 4) options.onFailed()
  })
  tiles.addTo(map)
  const icon = leaflet.divIcon({ className: 'contacts-pin', iconSize: [20, 20] })
  leaflet.marker(source.at, { icon, alt: options.label, title: options.label }).addTo(map)
  return () => map.remove()
}
