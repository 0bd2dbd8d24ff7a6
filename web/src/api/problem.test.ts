import { describe, expect, it } from 'vitest'
import { describeProblem, describeProblemByKind, toProblem } from './problem.ts'

const own = 'Не удалось рассчитать стоимость'

describe('the text of a failure', () => {
  it('is the text of the server', () => {
    const data = { message: 'Укажите цену', code: 'validation_error' }
    expect(describeProblem(toProblem({ status: 422, data }), own)).toBe('Укажите цену')
  })

  it.each([
    [{ status: 'FETCH_ERROR' }, 'Нет связи с сервером'],
    [{ status: 500, data: {} }, 'Сервер ответил неожиданно'],
    [{ status: 502, data: { message: '' } }, 'Сервер ответил неожиданно'],
    [{ status: 'PARSING_ERROR', data: '<html>' }, 'Сервер ответил неожиданно'],
  ])('is the text of the caller and the reason when the server sent no text: %o', (raw, reason) => {
    const problem = toProblem(raw)
    expect(describeProblem(problem, own)).toMatch(new RegExp(`^${own}\\. ${reason}`))
    expect(describeProblem(problem, '')).toMatch(new RegExp(`^${reason}`))
  })

  it('distinguishes a refusal without a text from no answer, where there is a text for each', () => {
    const describeRaw = (raw: Parameters<typeof toProblem>[0]) =>
      describeProblemByKind(toProblem(raw), 'Ошибка при удалении', 'Не удалось удалить')
    expect(describeRaw({ status: 500, data: {} })).toMatch(/^Ошибка при удалении\./)
    expect(describeRaw({ status: 'FETCH_ERROR' })).toMatch(/^Не удалось удалить\./)
    expect(describeRaw({ status: 403, data: { message: 'Чужое' } })).toBe('Чужое')
  })

  it('is the text of the caller for an error that is not a failed request', () => {
    expect(describeProblem(new Error('boom'), own)).toBe(own)
  })
})
