/** Formats the value of an input and keeps the caret after the same digit. */
export function formatKeepingCaret(input: HTMLInputElement, format: (typed: string) => string) {
  const typed = input.value
  const formatted = format(typed)
  if (formatted === typed) return
  const caret = input.selectionStart ?? typed.length
  const digitsBefore = typed.slice(0, caret).replace(/\D/g, '').length
  input.value = formatted
  const position =
    caret === typed.length ? formatted.length : findIndexAfterDigits(formatted, digitsBefore)
  input.setSelectionRange(position, position)
}

function findIndexAfterDigits(text: string, count: number): number {
  let digits = 0
  for (let index = 0; index < text.length; index++) {
    if (digits === count) return index
    if (/\d/.test(text[index] ?? '')) digits += 1
  }
  return text.length
}
