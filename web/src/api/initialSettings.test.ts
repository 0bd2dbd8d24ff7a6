import { afterEach, expect, it } from 'vitest'
import { builtInSettings, readInitialSettings } from './initialSettings.ts'

afterEach(() => {
  document.head.innerHTML = ''
})

it('the settings at the start are those in the HTML, or the built-in ones without them', () => {
  expect(readInitialSettings()).toEqual(builtInSettings)
  document.head.innerHTML =
    '<script type="application/json" id="site-settings">{"contactPhone": "8 812 1"}</script>'
  expect(readInitialSettings()).toEqual({ ...builtInSettings, contactPhone: '8 812 1' })
})

it('a built-in setting has no character that HTML can write in two ways: the content service searches the pages for it', () => {
  expect(Object.values(builtInSettings).join()).not.toMatch(/["'&<>\u00a0]/)
})
