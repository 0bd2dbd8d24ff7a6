import { fireEvent } from '@testing-library/react'

/** Types a text in one go: between its characters no timer runs, however slow the machine is. */
export function typeWithoutPause(field: HTMLElement, text: string) {
  for (let end = 1; end <= text.length; end += 1)
    fireEvent.change(field, { target: { value: text.slice(0, end) } })
}
