/** Formats the value of an input and keeps the caret after the same digit. */
export function formatKeepingCaret(input: HTMLInputElement, format: (typed: string) => string) {
  const typed = input.value
  const set = format(typed)
  if (set === typed) return
  const caret = input.selectionStart ?? typed.length
  const digitsBefore = typed.slice(0, caret).replace(/\D/g, '').length
  input.value = set
  const place = caret === typed.length ? set.length : afterDigits(set, digitsBefore)
  input.setSelectionRange(place, place)
}

function afterDigits(text: string, count: number): number {
  let seen = 0
  for (let at = 0; at < text.length; at++) {
    if (seen === count) return at
    if (/\d/.test(text[at] ?? '')) seen += 1
  }
  return text.length
}
