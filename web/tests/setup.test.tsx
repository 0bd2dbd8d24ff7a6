// biome-ignore-all lint/suspicious/noConsole: these tests break the guard on purpose.
// The guards of the unit tests (tests/setup.ts). The first test of a group breaks a guard; the next test must still have it.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { render } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
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

describe('the network', () => {
  let address = ''
  const server = createServer((_, answer) => answer.end('{}'))
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  it('does not reach a server of this machine, not even for a file', async () => {
    await expect(fetch(`${address}/car-suv.json`)).rejects.toThrow()
  })

  it.fails('fails a test with a request that has no handler', async () => {
    await fetch(`${address}/api/cars`).catch(() => undefined)
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

  it('is restored for the next test', () => {
    expect(render(<Motion />).container.textContent).toBe('moving')
    expect(() => new ResizeObserver(() => {})).not.toThrow()
    expect(matchMedia('(min-width: 1px)').matches).toBe(false)
  })
})
