/** Common props of text controls. */
export type TextControl = {
  id: string
  label: string
  hint?: string
  error?: string
  small: true
  value: string
  onChange: (event: { target: { value: string } }) => void
}
