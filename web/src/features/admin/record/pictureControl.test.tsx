import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { createGate } from '../../../../tests/gate.ts'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { PictureControl } from './PictureControl.tsx'

/** The field with several pictures in the form of a car. */
function Pictures() {
  const [value, setValue] = useState('/media/old.webp')
  const control = {
    id: 'pictures',
    label: 'Картинки',
    small: true as const,
    value,
    onChange: (event: { target: { value: string } }) => setValue(event.target.value),
  }
  return <PictureControl control={control} several onChange={setValue} />
}

it('a URL that is typed during the upload of another picture is kept', async () => {
  // Node's fetch does not accept jsdom's FormData.
  vi.stubGlobal('FormData', URLSearchParams)
  const { promise: uploaded, resolve: finishUpload } = createGate()
  network.use(
    http.post('*/api/content/admin/media', async () => {
      await uploaded
      return HttpResponse.json({ url: '/media/new.webp' }, { status: 201 })
    }),
  )
  renderRoute(<Pictures />)
  const field = screen.getByLabelText<HTMLTextAreaElement>('Картинки')
  const picture = new File(['x'], 'car.png', { type: 'image/png' })
  await userEvent.upload(screen.getByLabelText('Загрузить картинку'), picture)
  await userEvent.type(field, '{enter}/media/typed.webp')
  finishUpload()
  await waitFor(() =>
    expect(field.value.split('\n')).toEqual([
      '/media/old.webp',
      '/media/typed.webp',
      '/media/new.webp',
    ]),
  )
})

/** The picture manager of a car; the paragraph shows the value of the field. */
function DescribedPictures() {
  const [value, setValue] = useState('/media/1.webp Спереди\n/media/2.webp\n/media/3.webp')
  const control = {
    id: 'described',
    label: 'Снимки',
    small: true as const,
    value,
    onChange: (event: { target: { value: string } }) => setValue(event.target.value),
  }
  return <PictureControl control={control} several isDescribed onChange={setValue} />
}

it('a removed picture can be restored to its place, and any picture can become the cover', async () => {
  renderRoute(<DescribedPictures />)
  const lines = () => screen.getByLabelText<HTMLTextAreaElement>('Снимки').value.split('\n')
  await userEvent.click(screen.getByRole('button', { name: 'Картинка 2: убрать' }))
  expect(lines()).toEqual(['/media/1.webp Спереди', '/media/3.webp'])
  await userEvent.click(screen.getByRole('button', { name: 'Вернуть' }))
  expect(lines()).toEqual(['/media/1.webp Спереди', '/media/2.webp', '/media/3.webp'])
  await userEvent.click(screen.getByRole('button', { name: 'Сделать обложкой картинку 3' }))
  expect(lines()).toEqual(['/media/3.webp', '/media/1.webp Спереди', '/media/2.webp'])
})

it('the picture under a dragged one shows where it will be inserted', () => {
  renderRoute(<DescribedPictures />)
  const pictures = within(screen.getByRole('list')).getAllByRole('listitem')
  const [first, second, third] = pictures as [HTMLElement, HTMLElement, HTMLElement]
  const marks = () => pictures.map((picture) => picture.dataset.drop)
  fireEvent.dragStart(second)
  fireEvent.dragOver(third)
  expect(marks()).toEqual([undefined, undefined, 'after'])
  fireEvent.dragOver(first)
  expect(marks()).toEqual(['before', undefined, undefined])
  fireEvent.drop(first)
  expect(marks()).toEqual([undefined, undefined, undefined])
  expect(screen.getByLabelText<HTMLTextAreaElement>('Снимки').value).toMatch(/^\/media\/2\.webp/)
})
