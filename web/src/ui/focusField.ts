/** Focuses a control, or another element that can have the focus, by its id. Opens the part that hides it. */
export function focusField(id: string): void {
  const element = document.getElementById(id)
  const hiding = element?.closest<HTMLDetailsElement>('details:not([open])')
  if (hiding) hiding.open = true
  element?.focus()
}
