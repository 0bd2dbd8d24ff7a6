import { describe, expect, it, vi } from 'vitest'
import { setClipboard } from '../../tests/clipboard.ts'
import { copyText } from './clipboard.ts'

describe('copying', () => {
  it('says whether it succeeded', async () => {
    const writeText = vi.fn(async () => {})
    setClipboard({ writeText })
    expect(await copyText('текст')).toBe(true)
    expect(writeText).toHaveBeenCalledExactlyOnceWith('текст')
    writeText.mockRejectedValue(new Error('refused'))
    expect(await copyText('текст')).toBe(false)
  })

  it('fails where there is no clipboard', async () => {
    setClipboard()
    expect(await copyText('текст')).toBe(false)
  })
})
