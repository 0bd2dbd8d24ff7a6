import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { normalizeSpaces } from '../../tests/normalizeSpaces.ts'
import { Button } from './Button.tsx'
import { FormSummary } from './FormSummary.tsx'
import { NumberField } from './NumberField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { PhoneField } from './PhoneField.tsx'
import { RadioSegments } from './RadioSegments.tsx'
import { SearchField } from './SearchField.tsx'
import { RangeSlider } from './Slider.tsx'
import { Switch } from './Switch.tsx'
import { TextArea } from './TextArea.tsx'
import { TextField } from './TextField.tsx'

describe('a field', () => {
  it('is named by its label and described by its error', () => {
    render(<TextField label="Email" hint="Придёт код" error="Не хватает знака @" />)
    const field = screen.getByRole('textbox', { name: 'Email' })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const note = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toBe('Не хватает знака @')
  })

  it('keeps what was typed when an error comes', async () => {
    const { rerender } = render(<TextField label="Имя" />)
    await userEvent.type(screen.getByLabelText('Имя'), 'Анна')
    rerender(<TextField label="Имя" error="Слишком коротко" />)
    expect(screen.getByLabelText<HTMLInputElement>('Имя').value).toBe('Анна')
  })

  it('counts the characters of its text without cutting it', async () => {
    render(<TextArea label="Ваш комментарий" counter={5} />)
    await userEvent.type(screen.getByLabelText('Ваш комментарий'), 'Привет')
    expect(screen.getByText('6/5').className).toContain('is-over')
    fireEvent.change(screen.getByLabelText('Ваш комментарий'), { target: { value: 'Да 👍' } })
    expect(screen.getByText('4/5')).toBeTruthy()
  })
})

function Phone() {
  const [phone, setPhone] = useState('')
  return (
    <PhoneField label="Телефон" value={phone} onChange={(event) => setPhone(event.target.value)} />
  )
}

describe('the phone field', () => {
  const findField = () => screen.getByLabelText<HTMLInputElement>('Телефон')

  it('groups digits while they are typed, from 8 as from +7', async () => {
    render(<Phone />)
    await userEvent.type(findField(), '89162041234')
    expect(findField().value).toBe('+7 916 204-12-34')
  })
  it('can be emptied with Backspace', async () => {
    render(<Phone />)
    await userEvent.type(findField(), '9162041{Backspace>12/}')
    expect(findField().value).toBe('')
  })
  it('keeps a pasted number of another country as it is', async () => {
    render(<Phone />)
    await userEvent.click(findField())
    await userEvent.paste('+49 170 1234567')
    expect(findField().value).toBe('+49 170 1234567')
  })
})

describe('other controls', () => {
  it('only the first of the segments has the id', () => {
    render(
      <RadioSegments
        id="fuel"
        label="Топливо"
        value="petrol"
        onChange={() => undefined}
        options={[
          { value: 'petrol', label: 'Бензин' },
          { value: 'diesel', label: 'Дизель' },
        ]}
      />,
    )
    expect(document.querySelectorAll('#fuel')).toHaveLength(1)
    expect(document.getElementById('fuel')).toBe(screen.getByRole('radio', { name: 'Бензин' }))
  })
  it('a number field groups the digits and rejects other characters', async () => {
    render(<NumberField label="Стоимость, ₽" />)
    const field = screen.getByLabelText<HTMLInputElement>('Стоимость, ₽')
    await userEvent.type(field, '3000000a')
    expect(field.value).toBe('3\u2009000\u2009000')
  })
  it.each([
    ['6000000,5', '6 000 000,5'],
    ['6000000.5', '6 000 000,5'],
    ['-5', '\u22125'],
  ])('a number field keeps the comma and the minus of %j', async (typed, shown) => {
    render(<NumberField label="Стоимость, ₽" />)
    const field = screen.getByLabelText<HTMLInputElement>('Стоимость, ₽')
    await userEvent.type(field, typed)
    expect(normalizeSpaces(field.value)).toBe(shown)
  })
  it('a password field shows and hides the password', async () => {
    render(<PasswordField label="Пароль" />)
    const field = screen.getByLabelText('Пароль')
    expect(field.getAttribute('type')).toBe('password')
    await userEvent.click(screen.getByRole('button', { name: 'Показать символы' }))
    expect(field.getAttribute('type')).toBe('text')
    expect(screen.getByRole('button', { name: 'Скрыть символы' })).toBeTruthy()
  })
  it('a password field is the only element that the word of its label finds', () => {
    render(<PasswordField label="Пароль" />)
    expect(screen.getAllByLabelText(/пароль/i)).toEqual([screen.getByLabelText('Пароль')])
  })
  it('a search field is cleared by its button and by Escape', async () => {
    const onValueChange = vi.fn()
    render(<SearchField label="Поиск статей" value="bmw" onValueChange={onValueChange} />)
    await userEvent.click(screen.getByRole('button', { name: 'Очистить' }))
    await userEvent.type(screen.getByRole('searchbox', { name: 'Поиск статей' }), '{Escape}')
    expect(onValueChange.mock.calls).toEqual([[''], ['']])
  })
  it('a switch and a segment change at a click', async () => {
    const onChange = vi.fn()
    render(
      <>
        <Switch label="Электромобиль" />
        <RadioSegments
          label="Тип топлива"
          options={[
            { value: 'petrol', label: 'Бензин' },
            { value: 'diesel', label: 'Дизель' },
          ]}
          value="petrol"
          onChange={(event) => onChange(event.target.value)}
        />
      </>,
    )
    await userEvent.click(screen.getByRole('switch', { name: 'Электромобиль' }))
    expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(true)
    await userEvent.click(screen.getByRole('radio', { name: 'Дизель' }))
    expect(onChange).toHaveBeenCalledWith('diesel')
    expect(screen.getByRole('group', { name: 'Тип топлива' })).toBeTruthy()
  })
  it('a button is disabled and shows its progress while it sends', () => {
    render(<Button pendingLabel="Отправляем…">Отправить</Button>)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Отправляем…' })
    expect(button.disabled).toBe(true)
  })
})

describe('the summary of a form', () => {
  it('takes the focus after a refused attempt, and links to the field', () => {
    const problems = [{ field: 'phone', message: 'Укажите телефон' }]
    const { rerender } = render(
      <>
        <FormSummary problems={[]} attempt={0} />
        <TextField id="phone" label="Телефон" />
      </>,
    )
    rerender(
      <>
        <FormSummary problems={problems} attempt={1} />
        <TextField id="phone" label="Телефон" />
      </>,
    )
    expect(document.activeElement).toBe(screen.getByRole('alert'))
    fireEvent.click(screen.getByRole('link', { name: 'Укажите телефон' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Телефон'))
  })
})

describe('a slider', () => {
  it('says the value of each thumb as it is shown', () => {
    const doNothing = () => {}
    const format = (value: number) => `${value} тыс. км`
    render(
      <RangeSlider
        label="Пробег"
        value={[10, 60]}
        min={0}
        max={100}
        format={format}
        onChange={doNothing}
        onCommit={doNothing}
      />,
    )
    const texts = screen
      .getAllByRole('slider')
      .map((slider) => slider.getAttribute('aria-valuetext'))
    expect(texts).toEqual(['10 тыс. км', '60 тыс. км'])
  })
})
