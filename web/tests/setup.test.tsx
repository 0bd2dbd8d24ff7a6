// biome-ignore-all lint/suspicious/noConsole: these tests break the guard on purpose.
// The safety nets of the unit tests (tests/setup.ts). Each first test breaks its net; the one after it must still have it.

import { render } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { useReducedMotion } from '../src/ui/useReducedMotion.ts'

function Motion() {
  return useReducedMotion() ? 'still' : 'moving'
}

describe('the console', () => {
  it.fails('fails a test that writes an error', () => {
    console.error('broken')
  })

  it.fails('fails a test that writes a warning', () => {
    console.warn('suspicious')
  })

  it.fails('fails a test with a warning of React', () => {
    const row = <li>строка</li>
    render(<ul>{[row, row]}</ul>)
  })
})

describe('the environment', () => {
  it('may be replaced by a test', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    vi.stubGlobal('ResizeObserver', undefined)
    vi.unstubAllGlobals()
  })

  it('may lose its focused element while time stands still', () => {
    vi.useFakeTimers()
    const button = document.body.appendChild(document.createElement('button'))
    button.focus()
    button.remove()
    vi.useRealTimers()
  })

  it('draws the next frame for the test after that', async () => {
    await new Promise(requestAnimationFrame)
  })

  it('is there again for the next one', () => {
    expect(render(<Motion />).container.textContent).toBe('moving')
    expect(() => new ResizeObserver(() => {})).not.toThrow()
    expect(matchMedia('(min-width: 1px)').matches).toBe(false)
  })
})
