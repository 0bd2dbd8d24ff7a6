/**
 * A message of the server with the name of its field, for the summary of a form: 'Не больше 50' ->
 * 'Возраст, лет: не больше 50'. The server knows no labels.
 */
export function nameField(id: string, message: string): string {
  const label = findLabel(id)
  return label ? `${label}: ${lowerFirstLetter(message)}` : message
}

/** The label of a control. A checkbox has none here, because its label is a whole sentence. */
function findLabel(id: string): string | null | undefined {
  const control = document.getElementById(id)
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return null
  if (control instanceof HTMLInputElement && control.type === 'radio')
    return control.closest('fieldset')?.querySelector('legend')?.textContent
  return document.querySelector(`label[for="${id}"]`)?.textContent
}

/** Abbreviations such as 'ИНН' keep their capitals. */
const lowerFirstLetter = (text: string) =>
  /^[А-ЯЁ][а-яё ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
