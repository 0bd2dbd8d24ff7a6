import { render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { deferredPart } from './deferredPart.ts'

const part = { default: () => <p>Живая часть</p> }

function show(load: () => Promise<typeof part>) {
  const place = document.createElement('footer')
  place.id = 'part'
  document.body.append(place)
  render(deferredPart({ id: 'part', load, fallback: <p>Место</p>, start: 'whenVisible' }))
  return place
}

describe('a part below the first screen', () => {
  it('waits until it is near, and renders at once after a navigation inside the app', async () => {
    const load = vi.fn(async () => part)
    const place = show(load)
    await Promise.resolve()
    expect(load).not.toHaveBeenCalled()
    place.remove()
    expect(await screen.findByText('Живая часть')).toBeTruthy()
  })

  it('renders after the first press of the visitor, even before it was near', async () => {
    const load = vi.fn(async () => part)
    window.dispatchEvent(new Event('pointerdown'))
    const place = show(load)
    await Promise.resolve()
    expect(load).not.toHaveBeenCalled()
    window.dispatchEvent(new Event('pointerup'))
    expect(await screen.findByText('Живая часть')).toBeTruthy()
    place.remove()
  })
})
