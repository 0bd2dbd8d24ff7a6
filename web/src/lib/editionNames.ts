import { JOINER } from './spaces.ts'

/** Replaces U+2011, which the fonts of the site lack. */
const nonBreakingHyphen = `${JOINER}-${JOINER}`

/** Keeps the name of an edition of the rates, such as `ru-2027-01`, on one line. */
export const bindEditionNames = (text: string) =>
  text.replaceAll(/ru-\d{4}-\d{2}/g, (name) => name.replaceAll('-', nonBreakingHyphen))
