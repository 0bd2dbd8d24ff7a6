import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../../tests/renderRoute.tsx'
import { network } from '../../../../tests/setup.ts'
import { IncidentHistory } from './IncidentHistory.tsx'

const historyUrl = '*/api/status/admin/history'

const uploadFile = (text: string) =>
  userEvent.upload(
    screen.getByLabelText('Загрузить историю'),
    new File([text], 'history.json', { type: 'application/json' }),
  )

it('an import reports how many rows are new and how many were known', async () => {
  network.use(http.post(historyUrl, () => HttpResponse.json({ success: true, added: 2, known: 1 })))
  renderRoute(<IncidentHistory />)
  await uploadFile('{"format": "meridian-status-history/1"}')
  expect(await screen.findByText('Добавлено записей: 2. Уже были: 1.')).toBeTruthy()
})

it('a refused import names the first wrong row and its field', async () => {
  const problem = {
    status: 422,
    code: 'invalid',
    message: 'Проверьте данные',
    errors: [{ field: 'incidents.3.title', message: 'Обязательное поле' }],
  }
  const headers = { 'Content-Type': 'application/problem+json' }
  network.use(http.post(historyUrl, () => HttpResponse.json(problem, { status: 422, headers })))
  renderRoute(<IncidentHistory />)
  await uploadFile('{}')
  const alert = await screen.findByText(/В файле incidents\.3\.title: Обязательное поле/)
  expect(alert.className).toContain('failure')
})

it.each(['body', 'format'])(
  'a JSON file without a history (%s) is called another file',
  async (field) => {
    const errors = [{ field, message: 'Обязательное поле' }]
    network.use(
      http.post(historyUrl, () =>
        HttpResponse.json(
          { status: 422, code: 'invalid', message: 'Проверьте', errors },
          { status: 422 },
        ),
      ),
    )
    renderRoute(<IncidentHistory />)
    await uploadFile('[]')
    expect(await screen.findByText(/^Это не файл истории. Подойдёт/)).toBeTruthy()
  },
)

it('a failed export says that the file was not made', async () => {
  network.use(http.get(historyUrl, () => new HttpResponse(null, { status: 503 })))
  renderRoute(<IncidentHistory />)
  await userEvent.click(screen.getByRole('button', { name: 'Выгрузить историю' }))
  expect(await screen.findByText(/Файл не собрался/)).toBeTruthy()
})

it('a file without JSON is refused before it is sent', async () => {
  renderRoute(<IncidentHistory />)
  await uploadFile('не JSON')
  expect(await screen.findByText('Это не файл истории: в нём нет JSON')).toBeTruthy()
})
