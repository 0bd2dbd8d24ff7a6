import { expect, it, vi } from 'vitest'
import { saveFile } from './saveFile.ts'

it('the object URL of a saved file stays valid until the browser has read it', () => {
  vi.useFakeTimers()
  const revoked: string[] = []
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = (url: string) => revoked.push(url)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  saveFile('list.csv', new Blob(['1']))
  // Safari reads the object URL in a later task than the click.
  vi.advanceTimersByTime(5000)
  expect(revoked).toEqual([])
  vi.advanceTimersByTime(60_000)
  expect(revoked).toEqual(['blob:file'])
  vi.useRealTimers()
})
