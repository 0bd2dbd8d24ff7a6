import { describe, expect, it } from 'vitest'
import { listShellPatterns } from './routeTable.ts'

describe('the addresses that share one shell', () => {
  const isShell = (path: string) => new RegExp(`^(${listShellPatterns().join('|')})$`).test(path)

  it.each([
    '/cars/audi-a6',
    '/blog/zima',
    '/calc/7',
    '/dashboard',
    '/dashboard/any/thing',
    '/login',
  ])('include %s', (path) => expect(isShell(path)).toBe(true))

  it.each(['/', '/blog', '/cars', '/blog/a/b', '/calc', '/nowhere'])('do not include %s', (path) =>
    expect(isShell(path)).toBe(false),
  )
})
