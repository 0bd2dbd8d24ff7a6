import { render, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { showEverything } from '../../../tests/everythingInView.ts'
import { network } from '../../../tests/setup.ts'
import { CarDrawing } from './CarDrawing.tsx'
import suv from './data/car-suv.json'

const drawing = <CarDrawing body="suv" dimensions={['length']} />

it('a drawing whose file is refused keeps its place empty, and the next one requests it again', async () => {
  showEverything()
  let requests = 0
  network.use(
    http.get('*/car-suv.json', () => {
      requests += 1
      // A new release may not have the file. This refusal is JSON too.
      if (requests === 1) return HttpResponse.json({ title: 'Нет такого файла' }, { status: 404 })
      return HttpResponse.json(suv)
    }),
  )
  const { container } = render(drawing)
  await waitFor(() => expect(requests).toBe(1))
  // A drawing that is shown before the refusal has arrived waits for the same answer.
  await vi.waitFor(() => {
    render(drawing)
    expect(requests).toBe(2)
  })
  expect(container.querySelector('[data-waiting]')).not.toBeNull()
  expect(container.querySelector('svg path')).toBeNull()

  await waitFor(() => expect(document.querySelector('svg path')).not.toBeNull())
})
