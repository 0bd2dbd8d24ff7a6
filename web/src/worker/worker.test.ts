import { describe, expect, it } from 'vitest'
import { isCacheable, isHashedFile, isPublicApiPath, isPublicPage } from '../lib/publicResponses.ts'
import { parsePushMessage } from './push.ts'

describe('what the service worker may keep', () => {
  it.each(['/', '/about', '/blog', '/blog/bmw-g21', '/cars', '/cars/audi-a6-2021', '/status'])(
    'keeps the page %s',
    (path) => expect(isPublicPage(path)).toBe(true),
  )
  it.each([
    '/dashboard',
    '/notifications',
    '/admin/users',
    '/auth/callback',
    '/calc/1',
    '/shared/orders/x',
    '/blog/a/b',
  ])('never keeps the page %s', (path) => expect(isPublicPage(path)).toBe(false))

  it.each(['/api/settings', '/api/cars', '/api/cars/featured', '/api/blog/posts/x', '/api/team'])(
    'keeps the response of %s',
    (path) => expect(isPublicApiPath(path)).toBe(true),
  )
  it.each([
    '/api/auth/me',
    '/api/me/orders',
    '/api/comments',
    '/api/version',
    '/api/blog/posts/x/y',
    '/api/sse/notifications',
    '/notifications',
    '/api/content/admin/cars',
    '/api/team/activity',
  ])('never keeps the response of %s', (path) => expect(isPublicApiPath(path)).toBe(false))

  it('recognises files whose names contain a hash of their content', () => {
    expect(isHashedFile('/assets/app-1a2b.js')).toBe(true)
    expect(isHashedFile('/assets/a/../b.js')).toBe(false)
    expect(isHashedFile('/favicon.svg')).toBe(false)
  })

  it('never keeps a response that must not be stored, or that has failed', () => {
    const makeResponse = (status: number, cacheControl: string) =>
      new Response(null, { status, headers: { 'Cache-Control': cacheControl } })
    expect(isCacheable(makeResponse(200, 'public, max-age=0'))).toBe(true)
    expect(isCacheable(makeResponse(200, 'no-store'))).toBe(false)
    expect(isCacheable(makeResponse(200, 'private, max-age=60'))).toBe(false)
    expect(isCacheable(makeResponse(404, 'public'))).toBe(false)
  })
})

describe('a push message', () => {
  const sent = {
    id: 'n1',
    type: 'booking',
    title: 'Запись подтверждена',
    message: '12 мая, 14:00',
    url: '/dashboard/bookings',
  }

  it('is shown as the notifications service wrote it', () => {
    const { title, options } = parsePushMessage(JSON.stringify(sent))
    expect(title).toBe(sent.title)
    expect(options).toMatchObject({
      body: sent.message,
      tag: 'n1',
      requireInteraction: false,
      data: { url: sent.url },
    })
    const urgent = parsePushMessage(JSON.stringify({ ...sent, type: 'security' }))
    expect(urgent.options.requireInteraction).toBe(true)
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 7, undefined])(
    'never leads away from the site: %s',
    (url) => {
      const { options } = parsePushMessage(JSON.stringify({ ...sent, url }))
      expect(options.data.url).toBe('/notifications')
    },
  )

  it.each(['', 'not json', '[]', 'null', '{"title": 5}'])(
    'is shown even when it reads %j',
    (text) => {
      expect(parsePushMessage(text).title).toBe('Новое уведомление')
    },
  )
})
