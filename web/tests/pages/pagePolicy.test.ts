import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildPagePolicy } from '../../scripts/pages/pagePolicy.ts'

const sources = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] })
  .map((path) => readFileSync(path, 'utf8'))
  .join()
const hosts = [...buildPagePolicy([]).matchAll(/https:\/\/([^\s;/\]]+)/g)].map(([, host]) =>
  String(host),
)

describe('the policy of the pages', () => {
  it('allows no third-party host that our code does not use', () => {
    // The site settings choose the chat.
    const required = hosts.filter((host) => !/jivo/.test(host))
    expect(required).toContain('player.vimeo.com')
    expect(required.filter((host) => !sources.includes(host))).toEqual([])
  })

  it('allows frames of players and widgets, but no page of a messenger', () => {
    expect(buildPagePolicy([])).not.toMatch(/frame-src [^;]*t\.me/)
  })

  it('allows the hosts of optional widgets only in groups that the settings switch on', () => {
    expect(buildPagePolicy([])).toMatch(/\[chat https:\/\/\*\.jivo\.ru /)
    const withoutGroups = buildPagePolicy([]).replace(/\[(chat|community) [^\]]*\]/g, '')
    expect(withoutGroups).not.toMatch(/jivo|openapi|[[\]]/)
  })

  it('forbids plugins and another base address, and reports violations', () => {
    const directives = buildPagePolicy([]).split('; ')
    expect(directives).toContain("base-uri 'none'")
    expect(directives).toContain("object-src 'none'")
    expect(directives).toContain('report-uri /api/csp-reports')
  })
})
