// The text of an article: a text area with a toolbar, shortcuts and picture uploads.

import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { markdown as texts } from '../../../shared/texts/adminContent.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { applyFormat, type Format, insertPicture, type SelectedText } from './markdown.ts'
import { PictureUpload } from './PictureControl.tsx'
import type { TextControl } from './textControl.ts'

type Props = { control: TextControl; rows?: number; onChange: (value: string) => void }

const formats: readonly Format[] = ['bold', 'italic', 'heading', 'list', 'numbers', 'quote', 'link']
/** The keys are physical, so that the shortcuts work with the Russian layout too. */
const shortcuts: Record<string, Format> = { KeyB: 'bold', KeyI: 'italic', KeyK: 'link' }
const nameFormatKey = (format: Format) =>
  Object.entries(shortcuts)
    .find(([, shortcutFormat]) => shortcutFormat === format)?.[0]
    .slice(-1)

export function MarkdownControl({ control, rows, onChange }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  // The selection after the next render.
  const next = useRef<SelectedText | null>(null)
  useLayoutEffect(() => {
    if (next.current === null || next.current.text !== control.value) return
    area.current?.focus()
    area.current?.setSelectionRange(next.current.start, next.current.end)
    next.current = null
  }, [control.value])
  function edit(change: (selected: SelectedText) => SelectedText) {
    const {
      selectionStart: start = 0,
      selectionEnd: end = 0,
      value: text,
    } = area.current ?? {
      value: control.value,
    }
    const changed = change({ text, start, end })
    next.current = changed
    onChange(changed.text)
  }
  function onKeyDown(event: KeyboardEvent) {
    const format = event.ctrlKey || event.metaKey ? shortcuts[event.code] : undefined
    if (!format || event.altKey || event.shiftKey) return
    event.preventDefault()
    // The admin panel has its own shortcuts.
    event.stopPropagation()
    edit((selected) => applyFormat(selected, format))
  }
  return (
    <div className="stack-8">
      <div
        className="ad-markdown"
        role="toolbar"
        aria-label={texts.toolbar}
        aria-controls={control.id}
      >
        {formats.map((format) => {
          const key = nameFormatKey(format)
          return (
            <Button
              key={format}
              small
              variant="line"
              title={key && texts.shortcut(key)}
              aria-keyshortcuts={key && `Control+${key}`}
              onClick={() => edit((selected) => applyFormat(selected, format))}
            >
              {texts.formats[format]}
            </Button>
          )
        })}
      </div>
      <TextArea {...control} ref={area} rows={rows} onKeyDown={onKeyDown} />
      <PictureUpload
        label={texts.picture}
        onUploaded={(url) => edit((selected) => insertPicture(selected, url, texts.describe))}
      />
    </div>
  )
}
