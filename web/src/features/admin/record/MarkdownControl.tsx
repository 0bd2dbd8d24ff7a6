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

/** The letter of a format's shortcut, such as 'B' of 'KeyB'. */
function findShortcutLetter(format: Format): string | undefined {
  const code = Object.keys(shortcuts).find((key) => shortcuts[key] === format)
  return code?.slice('Key'.length)
}

export function MarkdownControl({ control, rows, onChange }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  // Set by an edit and applied once its text is rendered.
  const nextSelection = useRef<SelectedText | null>(null)
  useLayoutEffect(() => {
    const selected = nextSelection.current
    if (selected === null || selected.text !== control.value) return
    area.current?.focus()
    area.current?.setSelectionRange(selected.start, selected.end)
    nextSelection.current = null
  }, [control.value])
  function edit(change: (selected: SelectedText) => SelectedText) {
    const element = area.current
    const changed = change({
      text: element?.value ?? control.value,
      start: element?.selectionStart ?? 0,
      end: element?.selectionEnd ?? 0,
    })
    nextSelection.current = changed
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
    <div className="stack-8 ad-editor">
      <div
        className="ad-markdown"
        role="toolbar"
        aria-label={texts.toolbar}
        aria-controls={control.id}
      >
        {formats.map((format) => {
          const letter = findShortcutLetter(format)
          return (
            <Button
              key={format}
              small
              variant="line"
              title={letter && texts.shortcut(letter)}
              aria-keyshortcuts={letter && `Control+${letter}`}
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
