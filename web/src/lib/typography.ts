import { JOINER, NBSP } from './spaces.ts'

const shortWords =
  'а|без|в|во|вы|для|до|за|и|из|или|к|ко|мы|на|над|не|ни|но|о|об|обо|он|от|по|под|при|про|с|со|то|ты|у|я'
const shortWord = new RegExp(`(^|[\\s(«„—${NBSP}])(${shortWords})[ \\t]+(?=\\S|$)`, 'giu')
// A range of two numbers. Phones, dates and document numbers have more hyphens and do not match.
const range = /(?<![\d\-–])(\d{1,4})-(\d{1,4})(?![\d\-–])/g
/**
 * The spaces before a particle («знает ли») and a unit («5 л»), and within: «№ 12», the groups of a
 * number («11 200», but not of a phone number), a day with a time («суббота 10:00»), abbreviations of
 * one letter («л. с.»). One expression, because each replacement costs bytes on every page.
 */
const bound =
  /[ \t]+(?=(?:бы|б|же|ж|ли|ль)(?![\p{L}\d-]))|(?<=\d)[ \t]+(?=(?:₽|€|%|°|км|м|мм|мкм|см|см³|л|кг|т|кВт|л\.|дн\.|мин(?:ут[аыу]?)?|ч(?:ас(?:а|ов)?)?|с|г\.|тыс\.|млн|млрд|руб|января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)(?![\p{L}\d]))|(?<=[№§])[ \t]*(?=\d)|(?<=(?<!\+)\d)[ \t]+(?=\d{3}(?![\d-]))|(?<=[\p{L},])[ \t]+(?=\d{1,2}:\d{2}(?!\d))|(?<=\P{L}\p{L}\.)[ \t]+(?=\p{L}\.)/gu

function typesetQuotes(text: string): string {
  let depth = 0
  let openedAt = -1
  return text.replace(/["“”„«»]/g, (mark, at: number) => {
    const before = text[at - 1]
    const startsWord = !before || /[\s([—–-]/.test(before) || openedAt === at - 1
    if (mark === '«' || mark === '„' || (mark !== '»' && startsWord)) {
      depth += 1
      openedAt = at
      return depth > 1 ? '„' : '«'
    }
    if (depth === 0) return mark
    depth -= 1
    return depth > 0 ? '“' : '»'
  })
}

// An ordinal stays with its ending («38-й»), and a decimal with a unit gets a comma («5,0 л»). The
// fonts have no non-breaking hyphen, so a word joiner follows a plain one.
const ordinal = /(\d-)(?=\p{L}{1,2}(?!\p{L}))/gu
/**
 * A short part with its hyphen or dash, as in «что-то», «Санкт-Петербург» and «150–182», which must
 * not be separated.
 */
const shortPart =
  /(?<=\p{L})-(?=(?:то|либо|нибудь|ка|таки|за|под)(?!\p{L}))|(?<!\p{L})(?:в|во|по|кое|два|две|двух|двум|двумя|санкт)-(?=\p{L})|(?<![\d:])\d{2,4}–(?=\d{2,4}(?![\d:]))/giu
const decimal = /(\d)\.(?=\d+[ \t\u00a0](?:л|см|м|км|кг|т)(?![\p{L}\d]))/gu

/** Puts non-breaking spaces after short words and before particles, units, months and times. */
export function bindShortWords(text: string): string {
  let result = text.replace(bound, NBSP)
  // Two passes, because neighbouring words share a space: «и в Москве».
  for (let pass = 0; pass < 2; pass++) result = result.replace(shortWord, `$1$2${NBSP}`)
  return result
}

/**
 * Typesets plain Russian text: quotes, dashes and non-breaking spaces. It is idempotent. A missing
 * text becomes an empty string.
 */
export function typographer(text: string | null | undefined): string {
  return bindShortWords(
    typesetQuotes(text ?? '')
      .replace(/\.\.\./g, '…')
      .replace(range, '$1–$2')
      .replace(ordinal, `$1${JOINER}`)
      .replace(decimal, '$1,')
      .replace(
        /(^|[ \t\u00a0])[-–—][ \t]+/gm,
        (_match, before: string) => `${before ? NBSP : ''}— `,
      ),
  )
}

/** Typesets content that is plain text; anything else stays as it is. */
export const typesetText = <Content>(content: Content) =>
  typeof content === 'string' ? typographer(content) : content

/** Binds short words in the text of HTML; quotes and dashes stay as the author wrote them. */
export const bindShortWordsInHtml = (html: string) => html.replace(/(?<=^|>)[^<]+/g, bindShortWords)

/**
 * Typesets each text of an object or a list; functions and other values stay. Use it for our own
 * texts: it also keeps compounds together with word joiners. In a user's text a word joiner would
 * hide the word from a search in the page.
 */
export function typeset<const Texts>(texts: Texts): Texts {
  if (typeof texts === 'string')
    return typographer(texts).replace(shortPart, `$&${JOINER}`) as Texts
  if (typeof texts !== 'object' || texts === null) return texts
  if (Array.isArray(texts)) return texts.map(typeset) as Texts
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, typeset(text)]),
  ) as Texts
}
