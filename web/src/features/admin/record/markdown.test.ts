import { describe, expect, it } from 'vitest'
import { applyFormat, insertPicture, type SelectedText } from './markdown.ts'

/** A text whose selection is between two bars. */
function parse(marked: string): SelectedText {
  const [head = '', inner = '', tail = ''] = marked.split('|')
  return { text: head + inner + tail, start: head.length, end: head.length + inner.length }
}
const write = ({ text, start, end }: SelectedText) =>
  `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`

describe('the formats of an article', () => {
  it.each([
    ['bold', 'Это |важно|.', 'Это **|важно|**.'],
    ['bold', 'Это **|важно|**.', 'Это |важно|.'],
    ['italic', '||', '*||*'],
    ['italic', '**|важно|**', '***|важно|***'],
    ['italic', '***|важно|***', '**|важно|**'],
    ['bold', '***|важно|***', '*|важно|*'],
    ['heading', 'Первая\nВто|ра|я', 'Первая\n|## Вторая|'],
    ['heading', '## Вто|ра|я', '|Вторая|'],
    ['list', '|Раз\nДва|\nТри', '|- Раз\n- Два|\nТри'],
    ['numbers', '|- Раз\n- Два|', '|1. Раз\n2. Два|'],
    ['quote', 'Сло|в|а', '|> Слова|'],
    ['link', 'Смотрите |здесь|.', 'Смотрите [здесь](|https://|).'],
  ] as const)('%s turns %j into %j', (format, before, after) => {
    expect(write(applyFormat(parse(before), format))).toBe(after)
  })
})

it('a picture is inserted as a separate paragraph, with its description selected', () => {
  const changed = insertPicture(parse('До.||После.'), '/media/a.webp', 'что на картинке')
  expect(write(changed)).toBe('До.\n\n![|что на картинке|](/media/a.webp)\n\nПосле.')
})
