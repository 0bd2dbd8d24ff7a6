// Source of the map tiles from the site settings: a URL with {z}, {x} and {y}, or {tiles,
// attribution, key, latitude, longitude}. Without a source the page shows its own plan.

import type { SiteSettings } from '../../api/settings.ts'

export type MapSource = {
  tiles: string
  attribution: string
  at: [latitude: number, longitude: number]
}

const officePosition: MapSource['at'] = [55.7512, 37.6184]

function readNumber(value: unknown, fallback: number): number {
  if (value === null || value === undefined || value === '') return fallback
  const number = Number(value)
  return Number.isFinite(number) ? number : fallback
}

export function parseMapSource(widget: SiteSettings['widgets']['map']): MapSource | null {
  const settings = typeof widget === 'string' ? { tiles: widget } : widget
  if (typeof settings !== 'object' || settings === null) return null
  const { tiles, url, key, attribution, latitude, longitude } = settings as Record<string, unknown>
  const template = typeof tiles === 'string' ? tiles : url
  if (typeof template !== 'string' || !/^(https:\/)?\/.*\{z\}/.test(template)) return null
  return {
    tiles: template.replace('{key}', encodeURIComponent(String(key ?? ''))),
    attribution: typeof attribution === 'string' ? attribution : '',
    at: [readNumber(latitude, officePosition[0]), readNumber(longitude, officePosition[1])],
  }
}
