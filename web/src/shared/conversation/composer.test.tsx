import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { createGate } from '../../../tests/gate.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import { Composer } from './Composer.tsx'
import { readStored } from './conversationStorage.ts'
import { SendQueue } from './sendQueue.ts'

const place = { side: 'buyer', order: 'order-1' } as const

const problem = (status: number, message: string) =>
  HttpResponse.json({ code: 'any', message, status }, { status })

it('the draft keeps the text that was typed while a file was uploaded', async () => {
  // Node's fetch does not accept jsdom's FormData.
  vi.stubGlobal('FormData', URLSearchParams)
  const { promise: uploaded, resolve: finishUpload } = createGate()
  network.use(
    http.post('*/api/me/orders/order-1/messages/typing', () =>
      HttpResponse.json({ success: true }),
    ),
    http.post('*/api/me/orders/order-1/attachments', async () => {
      await uploaded
      const attachment = { id: 'file-1', file_name: 'scan.pdf' }
      return HttpResponse.json({ success: true, attachment }, { status: 201 })
    }),
  )
  const queue = new SendQueue('buyer:order-1', async () => {})
  renderRoute(<Composer place={place} sendQueue={queue} />)
  const file = new File(['%PDF-1.7'], 'scan.pdf', { type: 'application/pdf' })
  await userEvent.upload(screen.getByLabelText('Приложить фотографии или PDF'), file)
  await userEvent.type(screen.getByRole('textbox'), 'Вот скан')
  finishUpload()
  await waitFor(() =>
    expect(readStored('draft:buyer:order-1')).toEqual({
      text: 'Вот скан',
      attachments: [{ id: 'file-1', name: 'scan.pdf' }],
    }),
  )
})

it('a message does not leave without a file whose upload failed', async () => {
  vi.stubGlobal('FormData', URLSearchParams)
  let uploads = 0
  network.use(
    http.post('*/api/me/orders/order-1/messages/typing', () =>
      HttpResponse.json({ success: true }),
    ),
    http.post('*/api/me/orders/order-1/attachments', () => {
      uploads += 1
      if (uploads === 1) return HttpResponse.error()
      const attachment = { id: 'file-1', file_name: 'scan.pdf' }
      return HttpResponse.json({ success: true, attachment }, { status: 201 })
    }),
  )
  const sent: unknown[] = []
  const queue = new SendQueue('buyer:order-1', async (message) => sent.push(message))
  renderRoute(<Composer place={place} sendQueue={queue} />)
  const file = new File(['%PDF-1.7'], 'scan.pdf', { type: 'application/pdf' })
  await userEvent.upload(screen.getByLabelText('Приложить фотографии или PDF'), file)
  await userEvent.type(screen.getByRole('textbox'), 'Вот скан')
  const retry = await screen.findByRole('button', { name: /Загрузить.scan.pdf.ещё.раз/ })
  await userEvent.click(screen.getByRole('button', { name: 'Отправить' }))
  expect(await screen.findByText(/Не.все файлы приложены/)).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.click(retry)
  await waitFor(() => expect(screen.queryByText('загружаем…')).toBeNull())
  expect(screen.queryByText(/Не.все файлы приложены/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Отправить' }))
  await waitFor(() =>
    expect(sent).toEqual([
      expect.objectContaining({
        text: 'Вот скан',
        attachments: [{ id: 'file-1', name: 'scan.pdf' }],
      }),
    ]),
  )
})

it.each([
  ['no network', () => HttpResponse.error(), /^Нет.связи, файл.не.загружен/, true],
  ['500', () => problem(500, 'Что-то пошло не так'), /Что-то пошло не.так/, true],
  ['413', () => problem(413, 'Тело больше 5 МБ'), /^Файл больше 5.МБ$/, false],
  ['415', () => problem(415, 'Принимаются PDF'), /Принимаются PDF/, false],
])(
  'a manager whose upload fails (%s) learns why, and the text stays',
  async (_case, answer, text, canRetry) => {
    vi.stubGlobal('FormData', URLSearchParams)
    const managerPlace = { side: 'company', order: 'order-2' } as const
    network.use(
      http.post('*/order-2/messages/typing', () => HttpResponse.json({ success: true })),
      http.post('*/order-2/attachments', answer),
    )
    const queue = new SendQueue('company:order-2', async () => undefined)
    renderRoute(<Composer place={managerPlace} sendQueue={queue} />)
    await userEvent.type(screen.getByRole('textbox'), 'Отчёт осмотра')
    const file = new File(['%PDF-1.7'], 'report.pdf', { type: 'application/pdf' })
    await userEvent.upload(screen.getByLabelText('Приложить фотографии или PDF'), file)
    expect((await screen.findByRole('alert')).textContent).toMatch(text)
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'Отчёт осмотра')
    const retry = screen.queryByRole('button', { name: /Загрузить.report.pdf.ещё.раз/ })
    expect(retry !== null).toBe(canRetry)
    await userEvent.click(screen.getByRole('button', { name: /report.pdf$/ }))
    await userEvent.clear(screen.getByRole('textbox'))
  },
)

it('chosen files are uploaded one after another, without those that were removed meanwhile', async () => {
  vi.stubGlobal('FormData', URLSearchParams)
  const { promise: firstUploaded, resolve: finishFirst } = createGate()
  let running = 0
  let uploads = 0
  let mostAtOneTime = 0
  network.use(
    http.post('*/api/me/orders/order-1/attachments', async () => {
      uploads += 1
      running += 1
      mostAtOneTime = Math.max(mostAtOneTime, running)
      if (uploads === 1) await firstUploaded
      running -= 1
      const attachment = { id: `file-${uploads}`, file_name: `photo-${uploads}.webp` }
      return HttpResponse.json({ success: true, attachment }, { status: 201 })
    }),
  )
  const queue = new SendQueue('buyer:order-2', async () => {})
  renderRoute(<Composer place={place} sendQueue={queue} />)
  const photos = ['a', 'b', 'c', 'd', 'e'].map(
    (name) => new File(['jpeg'], `${name}.jpg`, { type: 'image/jpeg' }),
  )
  await userEvent.upload(screen.getByLabelText('Приложить фотографии или PDF'), photos)
  await userEvent.click(screen.getByRole('button', { name: /Убрать.+e\.jpg/ }))
  finishFirst()
  await waitFor(() => expect(screen.queryByText('загружаем…')).toBeNull())
  expect({ uploads, mostAtOneTime }).toEqual({ uploads: 4, mostAtOneTime: 1 })
})
