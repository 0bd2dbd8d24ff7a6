import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, onTestFinished } from 'vitest'
import { normalizeSpaces } from '../../../tests/normalizeSpaces.ts'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import Calculator from './Calculator.tsx'
import { emptyForm, findCalculatorProblems, toRequest } from './calculatorForm.ts'

const filled = { ...emptyForm, price: '3 000 000', volume: '2.0', age: '4' }

const answer = {
  success: true,
  totalCustoms: 525818,
  customsDuty: 504094,
  registrationCost: 16524,
  recyclingFee: 5200,
  vat: 0,
  exciseTax: 0,
  total: 3525818,
  currency: 'RUB',
  euroPrice: 32136.84,
  edition: 'ru-2025-01',
  eurRate: { value: 93.3508, date: '2026-11-20', source: 'fixed' },
  breakdown: [
    {
      code: 'customsDuty',
      title: 'Таможенная пошлина',
      base: '2 000 см³',
      rate: '2,7 евро',
      formula: '2,7 × 2000 × 93,3508 = 504 094,32',
      amount: 504094,
      source: 'Решение № 107',
      exact: '504094.32',
      mark: 'V',
    },
  ],
  warnings: [{ code: 'rate_fixed', message: 'Курс зафиксирован' }],
  current: { edition: 'ru-2026-01', totalCustoms: 527759, total: 3527759, differences: [] },
}

function fillForm() {
  fireEvent.change(screen.getByLabelText('Стоимость, ₽'), { target: { value: '3000000' } })
  fireEvent.change(screen.getByLabelText('Объём двигателя, л'), { target: { value: '2.0' } })
  fireEvent.change(screen.getByLabelText('Возраст, лет'), { target: { value: '4' } })
}

describe('the request of a calculation', () => {
  it('has the typed values and no power if a private person gave none', () => {
    expect(toRequest(filled)).toEqual({
      price: 3_000_000,
      euroPrice: 32136.84,
      engineVolumeLiters: 2,
      age: 4,
      fuelType: 'petrol',
      importCategory: 'personal',
      isElectric: false,
      isCommercial: false,
    })
  })

  it('assumes 200 hp for a company that gave no power', () => {
    expect(toRequest({ ...filled, importer: 'legal' })).toMatchObject({
      enginePower: 200,
      enginePowerUnit: 'hp',
    })
  })

  it('keeps the kopecks of the price', () => {
    expect(toRequest({ ...filled, price: '6\u2009000\u2009000,5' }).price).toBe(6_000_000.5)
  })

  it('has no volume for an electric car', () => {
    expect(toRequest({ ...filled, isElectric: true })).not.toHaveProperty('engineVolumeLiters')
  })
})

describe('the bounds of the values', () => {
  it('exclude a negative price', () => {
    const found = findCalculatorProblems({ ...filled, price: '\u22125' }, { hasBounds: false })
    expect(normalizeSpaces(found.price)).toBe('Укажите стоимость автомобиля в рублях')
  })

  it('are checked on the desktop and left to the server on a phone', () => {
    const far = { ...filled, volume: '10.1', age: '51' }
    expect(Object.keys(findCalculatorProblems(far, { hasBounds: true }))).toEqual(['volume', 'age'])
    expect(findCalculatorProblems(far, { hasBounds: false })).toEqual({})
  })

  it.each(['0', '0,0', '\u22125', ','])('exclude the power %j', (power) => {
    const found = findCalculatorProblems({ ...filled, power }, { hasBounds: false })
    expect(normalizeSpaces(found.power)).toBe('Укажите мощность больше 0 или оставьте поле пустым')
  })

  it('accept their own limits', () => {
    expect(
      findCalculatorProblems({ ...filled, volume: '0.1', age: '0' }, { hasBounds: true }),
    ).toEqual({})
    expect(
      findCalculatorProblems({ ...filled, volume: '10', age: '50' }, { hasBounds: true }),
    ).toEqual({})
  })
})

describe('the calculator', () => {
  it('names the missing values beside each field and above the form', () => {
    renderRoute(<Calculator />)
    fireEvent.click(screen.getByRole('button', { name: 'Рассчитать' }))
    expect(screen.getByRole('alert').querySelectorAll('li')).toHaveLength(3)
    expect(screen.getByLabelText('Стоимость, ₽').getAttribute('aria-invalid')).toBe('true')
  })

  it('shows every row, the edition in force, and clears them when a field is edited', async () => {
    network.use(http.post('*/api/calculator/calculate', () => HttpResponse.json(answer)))
    renderRoute(<Calculator />)
    fillForm()
    fireEvent.click(screen.getByRole('button', { name: 'Рассчитать' }))
    const region = await screen.findByRole('region', { name: 'Результат расчёта' })
    for (const row of [
      'Таможенная пошлина',
      'Таможенный сбор',
      'Утилизационный сбор',
      'НДС',
      'Акциз',
    ])
      expect(region.textContent).toContain(row)
    expect(normalizeSpaces(region.textContent)).toContain('Итого таможенные платежи525 818 ₽')
    expect(normalizeSpaces(region.textContent)).toContain(
      'По редакции, действующей сегодня: 3 527 759 ₽',
    )
    fireEvent.change(screen.getByLabelText('Возраст, лет'), { target: { value: '6' } })
    expect(screen.queryByRole('region', { name: 'Результат расчёта' })).toBeNull()
  })

  it('has its input again after another page replaced it, such as that of a sign-in', async () => {
    network.use(http.post('*/api/calculator/calculate', () => HttpResponse.json(answer)))
    const before = renderRoute(<Calculator />)
    fillForm()
    fireEvent.click(screen.getByLabelText('Коммерческий транспорт'))
    fireEvent.click(screen.getByRole('button', { name: 'Рассчитать' }))
    await screen.findByRole('region', { name: 'Результат расчёта' })
    before.unmount()
    renderRoute(<Calculator />)
    expect(normalizeSpaces(screen.getByLabelText<HTMLInputElement>('Стоимость, ₽').value)).toBe(
      '3 000 000',
    )
    expect(screen.getByLabelText<HTMLInputElement>('Возраст, лет').value).toBe('4')
    expect(screen.getByLabelText<HTMLInputElement>('Коммерческий транспорт').checked).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Рассчитать' }))
    await screen.findByRole('region', { name: 'Результат расчёта' })
  })

  it('follows a link instead of the input that was typed before', async () => {
    network.use(http.post('*/api/calculator/calculate', () => HttpResponse.json(answer)))
    const before = renderRoute(<Calculator />)
    fillForm()
    fireEvent.click(screen.getByLabelText('Коммерческий транспорт'))
    before.unmount()
    const at = '/services?price=5000000&engineVolumeLiters=3&age=1'
    const linked = renderRoute(<Calculator />, { at })
    await screen.findByRole('region', { name: 'Результат расчёта' })
    expect(screen.getByLabelText<HTMLInputElement>('Возраст, лет').value).toBe('1')
    expect(screen.getByLabelText<HTMLInputElement>('Коммерческий транспорт').checked).toBe(false)
    linked.unmount()
    renderRoute(<Calculator />)
    expect(screen.getByLabelText<HTMLInputElement>('Возраст, лет').value).toBe('4')
  })

  it.each([
    ['an answer', answer, 200],
    ['a refusal', { code: 'x', message: '', errors: [{ field: 'age', message: 'Много' }] }, 422],
  ])('ignores %s for values that were edited meanwhile', async (_what, late, status) => {
    const answers: ((answer: Response) => void)[] = []
    network.use(
      http.post('*/calculate', () => new Promise<Response>((resolve) => answers.push(resolve))),
    )
    renderRoute(<Calculator />)
    fillForm()
    const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Рассчитать' }))
    submit()
    await waitFor(() => expect(answers).toHaveLength(1))
    fireEvent.change(screen.getByLabelText('Возраст, лет'), { target: { value: '6' } })
    answers[0]?.(HttpResponse.json(late, { status }))
    submit()
    await waitFor(() => expect(answers).toHaveLength(2))
    expect(screen.queryByRole('region', { name: 'Результат расчёта' })).toBeNull()
    expect(screen.getByLabelText('Возраст, лет').getAttribute('aria-invalid')).not.toBe('true')
    answers[1]?.(HttpResponse.json(answer))
    await screen.findByRole('region', { name: 'Результат расчёта' })
  })

  it('keeps the result during a recalculation, in a live region that existed before', async () => {
    const answers: ((answer: Response) => void)[] = []
    network.use(
      http.post('*/calculate', () => new Promise<Response>((resolve) => answers.push(resolve))),
    )
    const { container } = renderRoute(<Calculator />)
    const live = container.querySelector('[aria-live=polite]')
    expect(live?.textContent).toBe('')
    fillForm()
    const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Рассчитать' }))
    submit()
    await waitFor(() => expect(answers).toHaveLength(1))
    answers[0]?.(HttpResponse.json(answer))
    const region = await screen.findByRole('region', { name: 'Результат расчёта' })
    expect(live?.contains(region)).toBe(true)
    submit()
    await waitFor(() => expect(answers).toHaveLength(2))
    expect(screen.getByRole('region', { name: 'Результат расчёта' })).toBe(region)
    expect(live?.getAttribute('aria-busy')).toBe('true')
    answers[1]?.(HttpResponse.json({ ...answer, totalCustoms: 600000 }))
    await waitFor(() => expect(normalizeSpaces(region.textContent)).toContain('600 000'))
  })

  it('shows both bounds and the reason if the law requires the missing power', async () => {
    const ranges = [
      { upToHp: 160, totalCustoms: 527759, total: 3527759 },
      { upToHp: null, totalCustoms: 4_000_000, total: 7_000_000 },
    ]
    const current = { ...answer.current, powerRange: ranges }
    network.use(
      http.post('*/api/calculator/calculate', () => HttpResponse.json({ ...answer, current })),
    )
    renderRoute(<Calculator />)
    fillForm()
    fireEvent.click(screen.getByRole('button', { name: 'Рассчитать' }))
    const region = await screen.findByRole('region', { name: 'Результат расчёта' })
    expect(normalizeSpaces(region.textContent)).toContain(
      'По редакции, действующей сегодня: 3 527 759 ₽',
    )
    expect(normalizeSpaces(region.textContent)).toContain('до 7 000 000 ₽')
    expect(normalizeSpaces(region.textContent)).toContain('Мощность не указана')
    // Once under the headline and once at the end of the table: the ended edition asks for no power.
    expect(
      normalizeSpaces(region.textContent).split(
        'Сегодня, смотря по мощности: 3 527 759 – 7 000 000 ₽',
      ),
    ).toHaveLength(2)
    const lastRow = region.querySelector('.calc-row:last-child')
    expect(normalizeSpaces(lastRow?.textContent ?? '')).toContain('3 527 759 – 7 000 000 ₽')
  })

  it('shows both bounds in the headline and in each row that depends on the missing power', async () => {
    const powerRange = [
      {
        upToHp: 160,
        totalCustoms: 525818,
        total: 3525818,
        recyclingFee: 5200,
        customsDuty: 504094,
      },
      {
        upToHp: null,
        totalCustoms: 4_000_000,
        total: 7_000_000,
        recyclingFee: 3_479_382,
        customsDuty: 504094,
      },
    ]
    network.use(
      http.post('*/api/calculator/calculate', () =>
        HttpResponse.json({ ...answer, current: null, powerRange }),
      ),
    )
    renderRoute(<Calculator />)
    fillForm()
    fireEvent.click(screen.getByRole('button', { name: 'Рассчитать' }))
    const region = await screen.findByRole('region', { name: 'Результат расчёта' })
    expect(normalizeSpaces(region.querySelector('output')?.textContent ?? '')).toBe(
      '3 525 818 – 7 000 000 ₽',
    )
    const rows = [...region.querySelectorAll('.calc-row')].map((row) =>
      normalizeSpaces(
        `${row.querySelector('dt')?.textContent}: ${row.querySelector('.calc-amount')?.textContent}`,
      ),
    )
    expect(rows).toContain('Таможенная пошлина: 504 094 ₽')
    expect(rows).toContain('Утилизационный сбор: 5 200 – 3 479 382 ₽')
    expect(rows).toContain('Итого таможенные платежи: 525 818 – 4 000 000 ₽')
    expect(rows).toContain('Итого с автомобилем: 3 525 818 – 7 000 000 ₽')
  })

  it('remembers what a visitor saves for the account', async () => {
    const kept = { ...answer, id: 'c1', request: {}, claimToken: 'proof' }
    network.use(
      http.post('*/api/calculator/calculate', () => HttpResponse.json(answer)),
      http.post('*/api/calculator/calculations', () => HttpResponse.json(kept, { status: 201 })),
    )
    renderRoute(<Calculator />)
    fillForm()
    fireEvent.click(screen.getByRole('button', { name: 'Рассчитать' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Сохранить и поделиться' }))
    expect(await screen.findByRole('link', { name: '/calc/c1' })).toBeTruthy()
    expect(JSON.parse(localStorage.getItem('guest_calculations') ?? '')).toEqual([
      { id: 'c1', claimToken: 'proof' },
    ])
  })

  it('uses the edition in force if the link requests it', async () => {
    const requests: { declaration_date?: string }[] = []
    network.use(
      http.post('*/api/calculator/calculate', async ({ request }) => {
        requests.push((await request.json()) as { declaration_date?: string })
        return HttpResponse.json(answer)
      }),
    )
    const at = '/services?declaration_date=today&price=3000000&engineVolumeLiters=2&age=4'
    renderRoute(<Calculator />, { path: '/services', at })
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]?.declaration_date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  it('calculates by the date of manufacture of a link until the age is edited', async () => {
    const requests: { age: number; manufacture_date?: string }[] = []
    network.use(
      http.post('*/api/calculator/calculate', async ({ request }) => {
        requests.push((await request.json()) as { age: number })
        return HttpResponse.json(answer)
      }),
    )
    const at = '/services?price=3000000&engineVolumeLiters=2&age=4&manufacture_date=2022'
    renderRoute(<Calculator />, { path: '/services', at })
    await waitFor(() => expect(requests).toHaveLength(1))
    const age = screen.getByLabelText('Возраст, лет')
    const readHint = () => {
      const note = document.getElementById(age.getAttribute('aria-describedby') ?? '')
      return normalizeSpaces(note?.textContent)
    }
    expect(readHint()).toBe('Считаем по дате выпуска: 2022')
    fireEvent.change(age, { target: { value: '5' } })
    expect(readHint()).toBe('')
    fireEvent.click(screen.getByRole('button', { name: 'Рассчитать' }))
    await waitFor(() => expect(requests).toHaveLength(2))
    expect(requests.map(({ age, manufacture_date }) => [age, manufacture_date])).toEqual([
      [4, '2022'],
      [5, undefined],
    ])
  })

  it('shows the fractions of the values of a link', async () => {
    network.use(http.post('*/api/calculator/calculate', () => HttpResponse.json(answer)))
    const at = '/services?price=3000000.5&engineVolumeLiters=1.969&age=4.4167&enginePower=245.5'
    renderRoute(<Calculator />, { path: '/services', at })
    await screen.findByRole('region', { name: 'Результат расчёта' })
    const readField = (label: string) =>
      normalizeSpaces(screen.getByLabelText<HTMLInputElement>(label).value)
    expect(readField('Стоимость, ₽')).toBe('3 000 000,5')
    expect(readField('Объём двигателя, л')).toBe('1.969')
    expect(readField('Возраст, лет')).toBe('4.4167')
    expect(readField('Мощность двигателя')).toBe('245,5')
  })

  it('replaces a typed or pasted decimal comma of a number input by a point', () => {
    const inserted: unknown[] = []
    document.execCommand = (...command) => inserted.push(command) > 0
    onTestFinished(() => {
      Reflect.deleteProperty(document, 'execCommand')
    })
    renderRoute(<Calculator />)
    const field = screen.getByLabelText('Объём двигателя, л')
    const insert = (data: string) =>
      field.dispatchEvent(new InputEvent('beforeinput', { data, cancelable: true }))
    expect(insert('1')).toBe(true)
    expect(insert(',')).toBe(false)
    expect(insert('1,6')).toBe(false)
    expect(inserted).toEqual([
      ['insertText', false, '.'],
      ['insertText', false, '1.6'],
    ])
  })

  it('recalculates by the edition in force and returns to the default one', async () => {
    const editions: unknown[] = []
    network.use(
      http.post('*/api/calculator/calculate', async ({ request }) => {
        const body = (await request.json()) as { edition?: string }
        editions.push(body.edition)
        return HttpResponse.json(body.edition ? { ...answer, current: null } : answer)
      }),
    )
    renderRoute(<Calculator />)
    fillForm()
    fireEvent.click(screen.getByRole('button', { name: 'Рассчитать' }))
    fireEvent.click(
      await screen.findByRole('button', { name: 'Пересчитать по действующей редакции' }),
    )
    fireEvent.click(
      await screen.findByRole('button', { name: 'Вернуться к редакции по умолчанию' }),
    )
    await screen.findByRole('button', { name: 'Пересчитать по действующей редакции' })
    expect(editions).toEqual([undefined, 'ru-2026-01', undefined])
  })

  it('keeps the result and shows the error beside it if another edition cannot be calculated', async () => {
    let isDown = false
    const problem = { success: false, message: 'Сервис временно недоступен', code: 'unavailable' }
    network.use(
      http.post('*/api/calculator/calculate', () =>
        isDown ? HttpResponse.json(problem, { status: 503 }) : HttpResponse.json(answer),
      ),
    )
    renderRoute(<Calculator />)
    fillForm()
    fireEvent.click(screen.getByRole('button', { name: 'Рассчитать' }))
    const other = await screen.findByRole('button', { name: 'Пересчитать по действующей редакции' })
    isDown = true
    fireEvent.click(other)
    const alert = await screen.findByText('Сервис временно недоступен')
    expect(screen.getByRole('region', { name: 'Результат расчёта' }).contains(alert)).toBe(true)
    isDown = false
    fireEvent.click(other)
    await waitFor(() => expect(screen.queryByText('Сервис временно недоступен')).toBeNull())
    expect(screen.getByRole('region', { name: 'Результат расчёта' })).toBeTruthy()
  })

  it('scrolls to the error above the form when the calculation failed', async () => {
    const scrolled: Element[] = []
    Element.prototype.scrollIntoView = function scrollIntoView() {
      scrolled.push(this)
    }
    onTestFinished(() => {
      Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
    })
    network.use(http.post('*/api/calculator/calculate', () => HttpResponse.error()))
    renderRoute(<Calculator />)
    fillForm()
    fireEvent.click(screen.getByRole('button', { name: 'Рассчитать' }))
    expect(scrolled).toEqual([])
    const alert = await screen.findByRole('alert')
    await waitFor(() => expect(scrolled).toEqual([alert]))
  })

  it('shows the server’s refusal beside its field and keeps the typed values', async () => {
    const refusal = {
      status: 422,
      code: 'validation_error',
      message: 'Проверьте поля формы',
      errors: [{ field: 'engineVolumeLiters', message: 'Не больше 10' }],
    }
    network.use(
      http.post('*/api/calculator/calculate', () => HttpResponse.json(refusal, { status: 422 })),
    )
    renderRoute(<Calculator />)
    fillForm()
    fireEvent.click(screen.getByRole('button', { name: 'Рассчитать' }))
    const field = screen.getByLabelText('Объём двигателя, л') as HTMLInputElement
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(field.value).toBe('2.0')
    expect(screen.getByRole('link', { name: 'Объём двигателя, л: не больше 10' })).toBeTruthy()
  })
})
