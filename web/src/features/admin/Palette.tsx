// The command palette of the panel: one field that finds sections, customers, orders, cars and articles.

import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { calls } from '../../api/calls.ts'
import { describeProblem } from '../../api/problem.ts'
import { searchDebounce } from '../../shared/limits.ts'
import { pages } from '../../shared/paths.ts'
import { keyHelp, sectionNames, palette as texts } from '../../shared/texts/adminPanel.ts'
import { useDebouncedValue } from '../../shared/useDebouncedValue.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { useAdminQuery } from './adminApi.ts'
import { groupCommands, keysCommand, type PaletteGroup } from './paletteGroups.ts'
import { buildSectionPath, sectionKeys } from './sectionPaths.ts'

const minQueryLength = 2

const sections = [
  ...sectionKeys.map((key) => ({ to: buildSectionPath(key), title: sectionNames[key] })),
  { to: pages.adminNotifications, title: texts.campaigns },
  { to: keysCommand, title: keyHelp.title },
]

type Props = { onClose: () => void; onShowKeys: () => void }

export function Palette({ onClose, onShowKeys }: Props) {
  const id = useId()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const query = useDebouncedValue(typed.trim(), searchDebounce)
  const search = useAdminQuery(calls.adminSearch, ['User', 'Order', 'Car', 'Post'], {
    params: { q: query },
    skip: query.length < minQueryLength,
  })
  const isWaiting =
    typed.trim().length >= minQueryLength && (query !== typed.trim() || search.isFetching)
  const groups = groupCommands(
    sections,
    typed,
    query.length < minQueryLength ? [] : (search.data?.items ?? []),
  )
  const commands = groups.flatMap((group) => group.commands)
  const activeIndex = Math.min(active, commands.length - 1)
  function open(index: number) {
    const command = commands[index]
    if (!command) return
    onClose()
    if (command.to === keysCommand) onShowKeys()
    else navigate(command.to)
  }
  function onKeyDown(event: KeyboardEvent) {
    const next = findNextIndex(event.key, activeIndex, commands.length)
    if (next !== null) {
      event.preventDefault()
      setActive(next)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      open(activeIndex)
    }
  }
  const isEmpty = commands.length === 0 && !search.isError
  const resultText = isEmpty ? texts.nothing : texts.keys
  const footText = isWaiting ? texts.searching : resultText
  return (
    <Dialog open onClose={onClose} title={texts.title} hideTitle initialFocus={field} bare>
      <div className="ad-palette">
        <input
          ref={field}
          type="text"
          role="combobox"
          className="ad-palette-field"
          aria-label={texts.title}
          aria-expanded={commands.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={commands.length > 0 ? `${id}-${activeIndex}` : undefined}
          placeholder={texts.hint}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        <CommandList id={id} groups={groups} active={activeIndex} onOpen={open} />
        {search.isError && !isWaiting && (
          <Note tone="warn" role="status">
            {describeProblem(search.error, texts.failed)}
          </Note>
        )}
        <p role="status" className="s mute ad-palette-foot">
          {footText}
        </p>
      </div>
    </Dialog>
  )
}

/** The index after a key press in a list of `count` items. Null if the key does not move. */
function findNextIndex(key: string, activeIndex: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (activeIndex + 1) % count
  if (key === 'ArrowUp') return (activeIndex - 1 + count) % count
  return null
}

type ListProps = {
  id: string
  groups: readonly PaletteGroup[]
  active: number
  onOpen: (index: number) => void
}

function CommandList({ id, groups, active, onOpen }: ListProps) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label={texts.found} className="ad-palette-list">
      {groups.map(({ kind, firstIndex, commands }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box, not of fields.
        <div key={kind} role="group" aria-label={texts.kinds[kind]}>
          <p className="cap" aria-hidden="true">
            {texts.kinds[kind]}
          </p>
          {commands.map(({ to, title, note }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which keeps the focus.
            // biome-ignore lint/a11y/useFocusableInteractive: the field names the active option.
            <div
              key={to}
              id={`${id}-${firstIndex + index}`}
              role="option"
              aria-selected={firstIndex + index === active}
              className="ad-palette-option"
              ref={firstIndex + index === active ? keepInView : undefined}
              onClick={() => onOpen(firstIndex + index)}
            >
              <span>{title}</span>
              {note && <span className="s mute">{note}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

const keepInView = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })
