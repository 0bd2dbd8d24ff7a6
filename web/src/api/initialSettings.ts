// The site settings with which the HTML of this page was rendered. The content service embeds the
// current values (#site-settings). In the build and on pages of the web server they are the
// built-in ones.

import { brand } from '../shared/brand.ts'

const names = [
  'siteName',
  'siteDescription',
  'contactPhone',
  'contactEmail',
  'contactAddress',
  'showroomAddress',
  'workingHours',
] as const

type TextSettings = Record<(typeof names)[number], string>

/**
 * The built-in values. The build stores them beside its pages, so that the content service can
 * find them in a page and write the current values in their place.
 */
export const builtInSettings: TextSettings = pickTexts(brand)

function pickTexts(values: Partial<Record<string, unknown>>): TextSettings {
  return Object.fromEntries(
    names.map((name) => [name, values[name] ?? brand[name]]),
  ) as TextSettings
}

/** Reads the embedded values. The built-in value replaces each missing one. */
export function readInitialSettings(): TextSettings {
  const text = globalThis.document?.getElementById('site-settings')?.textContent
  return text ? pickTexts(JSON.parse(text)) : builtInSettings
}

export const initialSettings = readInitialSettings()
