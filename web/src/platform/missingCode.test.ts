import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { reloadForMissingCode, waitForNoReload } from './missingCode.ts'
import { holdUnsent } from './unsentInput.ts'

const reload = vi.fn()
const original = window.location
let isOnLine = true

beforeAll(reloadForMissingCode)
beforeEach(() => {
  isOnLine = true
  vi.stubGlobal('location', { ...original, reload })
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnLine)
})
afterEach(() => {
  reload.mockClear()
  vi.stubGlobal('location', original)
})

const failImport = () => dispatchEvent(new Event('vite:preloadError'))

it('missing code causes no reload while input would be lost, and the import can be repeated', async () => {
  const release = holdUnsent({ kind: 'brief' })
  failImport()
  await waitForNoReload()
  release()
  expect(reload).not.toHaveBeenCalled()
})

it('missing code reloads the page once for a version, when there is a network', async () => {
  isOnLine = false
  failImport()
  failImport()
  await Promise.resolve()
  expect(reload).not.toHaveBeenCalled()
  isOnLine = true
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})
