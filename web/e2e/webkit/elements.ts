// XPath expressions of elements by their role and name, as a visitor knows them. `within` is the
// expression of an element that contains them.

/** Non-breaking and thin spaces count as spaces. */
const plain = (text: string) => `normalize-space(translate(${text}, '\u00a0\u202f\u2009', '   '))`
const hasName = (name: string) =>
  `(${plain('@aria-label')} = '${name}' or ${plain('.')} = '${name}' or @aria-labelledby = //*[${plain('.')} = '${name}']/@id)`

export const elementWithText = (text: string, within = '') =>
  `${within}//*[text()[contains(${plain('.')}, '${text}')]]`
export const button = (name: string, within = '') => `${within}//button[${hasName(name)}]`
export const link = (name: string, within = '') => `${within}//a[@href][${hasName(name)}]`
export const heading = (level: 1 | 2 | 3, within = '//main') => `${within}//h${level}`
export const form = (name: string) => `//form[${hasName(name)}]`
export const region = (name: string) => `//*[self::section or @role = 'region'][${hasName(name)}]`
export const navigation = (name: string) => `//nav[${hasName(name)}]`
export const list = (name: string) => `//*[self::ul or self::ol][${hasName(name)}]`
export const alert = (within: string) => `${within}//*[@role = 'alert']`
export const dialog = "//*[@role = 'dialog']"
export const namedDialog = (name: string) => `${dialog}[${hasName(name)}]`
export const question = "//*[@role = 'alertdialog']"

/** The field whose label starts with these words. */
export const field = (label: string, within = '') =>
  `${within}//*[self::input or self::select or self::textarea][starts-with(${plain('@aria-label')}, '${label}') or @id = //label[starts-with(${plain('.')}, '${label}')]/@for]`
/** The element to press for a radio button: its label. */
export const radio = (name: string, within = '') =>
  `${within}//label[input[@type = 'radio']][${plain('.')} = '${name}']`
/** The option of a select whose text starts with these words; a count may follow. */
export const option = (name: string, select: string) =>
  `${select}/option[starts-with(${plain('.')}, '${name}')]`
