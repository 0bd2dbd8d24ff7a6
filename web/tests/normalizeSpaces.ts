/** The text with plain spaces, and without word joiners. '' for no text. */
export const normalizeSpaces = (text: string | null | undefined): string =>
  (text ?? '').replaceAll(/\s/g, ' ').replaceAll('\u2060', '')
