// Functions that edit the selection of a Markdown text.

/** A text with its selection. */
export type SelectedText = { text: string; start: number; end: number }

export type Format = 'bold' | 'italic' | 'heading' | 'list' | 'numbers' | 'quote' | 'link'

const marks = { bold: '**', italic: '*' } as const
const prefixes: Record<'heading' | 'list' | 'numbers' | 'quote', (index: number) => string> = {
  heading: () => '## ',
  list: () => '- ',
  numbers: (index) => `${index + 1}. `,
  quote: () => '> ',
}
const anyPrefix = /^(#{1,6} |- |\d+\. |> )/

export function applyFormat(selected: SelectedText, format: Format): SelectedText {
  switch (format) {
    case 'bold':
    case 'italic':
      return toggleMark(selected, marks[format])
    case 'link':
      return insertLink(selected)
    default:
      return toggleLines(selected, format)
  }
}

/** Adds marks around the selection, or removes existing ones. The text stays selected. */
function toggleMark({ text, start, end }: SelectedText, mark: string): SelectedText {
  const size = mark.length
  const inner = text.slice(start, end)
  // One asterisk is italic, two are bold, three are both.
  const asterisks = Math.min(
    text.slice(0, start).match(/\**$/)?.[0].length ?? 0,
    text.slice(end).match(/^\**/)?.[0].length ?? 0,
  )
  const isMarked = mark === marks.bold ? asterisks >= 2 : asterisks % 2 === 1
  if (isMarked)
    return {
      text: text.slice(0, start - size) + inner + text.slice(end + size),
      start: start - size,
      end: end - size,
    }
  return {
    text: text.slice(0, start) + mark + inner + mark + text.slice(end),
    start: start + size,
    end: end + size,
  }
}

/** Gives each selected line the format's prefix instead of any other, or removes it if all lines have it. */
function toggleLines(
  { text, start, end }: SelectedText,
  format: keyof typeof prefixes,
): SelectedText {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const after = text.indexOf('\n', end)
  const to = after === -1 ? text.length : after
  const lines = text.slice(from, to).split('\n')
  const hasPrefix = lines.every((line, index) => line.startsWith(prefixes[format](index)))
  const changed = lines
    .map((line, index) => (hasPrefix ? '' : prefixes[format](index)) + line.replace(anyPrefix, ''))
    .join('\n')
  return {
    text: text.slice(0, from) + changed + text.slice(to),
    start: from,
    end: from + changed.length,
  }
}

const urlPlaceholder = 'https://'

/** Turns the selection into the text of a link. The URL of the link is selected next. */
function insertLink({ text, start, end }: SelectedText): SelectedText {
  const before = `${text.slice(0, start)}[${text.slice(start, end)}](`
  return {
    text: `${before}${urlPlaceholder})${text.slice(end)}`,
    start: before.length,
    end: before.length + urlPlaceholder.length,
  }
}

/** Inserts a picture as a separate paragraph. The description of the picture is selected next. */
export function insertPicture(
  { text, start, end }: SelectedText,
  src: string,
  description: string,
): SelectedText {
  const head = text.slice(0, start).trimEnd()
  const before = `${head}${head && '\n\n'}![`
  const tail = text.slice(end).trimStart()
  return {
    text: `${before}${description}](${src})${tail && '\n\n'}${tail}`,
    start: before.length,
    end: before.length + description.length,
  }
}
