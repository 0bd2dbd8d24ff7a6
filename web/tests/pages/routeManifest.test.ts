import { expect, it } from 'vitest'
import { removeChunkNames } from '../../scripts/pages/routeManifest.ts'

it('the route list loses the chunks of each route, and nothing else', () => {
  const route = { id: 'root', module: '/assets/root-1.js', css: ['/assets/root-1.css'] }
  const entry = { module: '/assets/entry-1.js', imports: ['/assets/vendor-1.js'] }
  const writeManifest = (routes: object) =>
    `window.__reactRouterManifest=${JSON.stringify({ entry, routes, version: '1' })};`
  const whole = writeManifest({
    root: { ...route, imports: ['/assets/vendor-1.js', '/assets/shell-1.js'] },
  })
  expect(removeChunkNames(whole)).toBe(writeManifest({ root: route }))
})
