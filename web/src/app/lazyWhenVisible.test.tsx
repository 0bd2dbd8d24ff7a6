import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { lazyWhenVisible } from './lazyWhenVisible.ts'

const Part = () => <p>Живая часть</p>

function show(load: () => Promise<typeof Part>) {
  const place = document.createElement('footer')
  place.id = 'part'
  document.body.append(place)
  const Lazy = lazyWhenVisible('part', load)
  render(
    <Suspense fallback={<p>Место</p>}>
      <Lazy />
    </Suspense>,
  )
  return place
}

describe('a part below the first screen', () => {
  it('waits for its turn, and comes at once when a move inside the app draws its place anew', async () => {
    const load = vi.fn(async () => Part)
    const place = show(load)
    await Promise.resolve()
    expect(load).not.toHaveBeenCalled()
    place.remove()
    expect(await screen.findByText('Живая часть')).toBeTruthy()
  })

  it('comes when the visitor first does anything, even before it was waited for', async () => {
    window.dispatchEvent(new Event('pointerdown'))
    const place = show(async () => Part)
    expect(await screen.findByText('Живая часть')).toBeTruthy()
    place.remove()
  })
})
