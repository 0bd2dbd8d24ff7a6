/**
 * Phone numbers as Russians type them: 8 916…, +7 (916)…, 916…. Numbers of other countries begin
 * with a plus.
 */

/** '9162041234' -> '916 204-12-34'. A number that is being typed has fewer digits. */
const groupNationalDigits = (digits: string) =>
  [digits.slice(0, 3), digits.slice(3, 6)].filter(Boolean).join(' ') +
  [digits.slice(6, 8), digits.slice(8)]
    .filter(Boolean)
    .map((pair) => `-${pair}`)
    .join('')

const extension = /(?:доб|вн|ext|x|#)\.?\s*\d*\s*$/iu
/** Address books put invisible direction marks around a number. */
const invisible = /\p{Cf}/gu

export const hasExtension = (typed: string): boolean => extension.test(typed)

/** Formats the number while it is typed. No digit is lost: an extra digit stays visible. */
export function formatPhone(typed: string): string {
  // An extension stays as typed, so that the error beside the field makes sense.
  if (hasExtension(typed)) return typed
  const visible = typed.replace(invisible, '').replace(/^\s*00\s*(?=[1-9])/, '+')
  const digits = visible.replace(/\D/g, '')
  const hasPlus = visible.trim().startsWith('+')
  if (!digits) return hasPlus ? '+' : ''
  if (hasPlus && !digits.startsWith('7'))
    return `+${visible.replace(/[^\d\s()-]/g, '').trimStart()}`
  const nationalDigits = hasPlus || /^[78]/.test(digits) ? digits.slice(1) : digits
  return nationalDigits ? `+7 ${groupNationalDigits(nationalDigits)}` : '+7'
}

// The country codes of ITU-T E.164 have one, two or three digits.
const storedNumber =
  /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)(\d\d)(\d\d)$/
const russianNumber = /^\+7\d{10}$/

/**
 * A stored number, such as '+79160000000', as '+7 916 000-00-00'. Numbers of other countries are written in the same
 * way: '+49 170 123-45-67'. The hyphens keep spreadsheets from reading them as numbers. Anything else, such as a Russian
 * number with too many digits, is returned unchanged.
 */
export function formatStoredPhone(number: string): string {
  const [, country = '', start = '', ...pairs] = storedNumber.exec(number) ?? []
  if (!country || (country === '7' && !russianNumber.test(number))) return number
  const groups = start.replaceAll(/\B(?=(?:\d{3})+$)/g, ' ')
  return `+${country} ${groups}-${pairs.join('-')}`
}

/** The number for the server: '+79160000000', or null when it is not a valid number. */
export function normalizePhone(typed: string): string | null {
  if (hasExtension(typed)) return null
  const digits = formatPhone(typed).replace(/\D/g, '')
  const fits = digits.startsWith('7') ? digits.length === 11 : /^\d{8,15}$/.test(digits)
  return fits ? `+${digits}` : null
}
