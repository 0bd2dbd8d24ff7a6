import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { brand } from '../../src/shared/brand.ts'

describe('the pages to which a provider returns', () => {
  it.each(['bridge.html', 'google-callback.html'])('%s has a title like every page', (name) => {
    const html = readFileSync(`public/auth/${name}`, 'utf8')
    expect(html).toContain(`<title>Вход — ${brand.siteName}</title>`)
  })
})
