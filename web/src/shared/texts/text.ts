// This folder has all texts of the interface, one file for each area. A text is a Russian string,
// or, where the specification quotes English, a pair of the English and the Russian text. The site
// setting `russianOnly` selects the Russian one.

import { useSettings } from '../../api/settings.ts'

type EnglishText = { en: string; ru: string }
export type Text = string | EnglishText

export const english = (en: string, ru: string): EnglishText => ({ en, ru })

export function selectLanguage(text: Text, russianOnly: boolean): string {
  if (typeof text === 'string') return text
  return russianOnly ? text.ru : text.en
}

/** `const t = useText()`, then `t(texts.title)`. Plain strings need no `t`. */
export function useText(): (text: Text) => string {
  const { russianOnly } = useSettings()
  return (text) => selectLanguage(text, russianOnly)
}
