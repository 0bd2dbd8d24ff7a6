// The saved filters of a list: a menu that applies, renames, deletes and adds them. Each administrator
// sees only their own filters.

import { type FormEvent, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { calls } from '../../../api/calls.ts'
import { describeProblem, isProblem } from '../../../api/problem.ts'
import type { ListFilterRead } from '../../../api/wire/content.ts'
import { QueryView } from '../../../shared/QueryView.tsx'
import { savedFilters as texts } from '../../../shared/texts/adminPanel.ts'
import { useSingleFlight } from '../../../shared/useSingleFlight.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { icons } from '../../../ui/icons.ts'
import { Note } from '../../../ui/Note.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { createChange, useAdminChangeMutation, useAdminQuery } from '../adminApi.ts'
import { areSameParameters, buildListName, type ListParameters } from './listParameters.ts'

const url = calls.contentAdmin('list-filters')
const buildItemUrl = (id: string) => calls.contentAdminItem('list-filters', id)
const maxNameLength = 60

type Props = {
  /** The current filters, search and sort order of the list, from its URL. */
  parameters: ListParameters
  onApply: (parameters: ListParameters) => void
}

export function SavedFilters({ parameters, onApply }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  const [searchParams] = useSearchParams()
  return (
    <Popover
      label={texts.title}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button small variant="line">
          {texts.title}
        </Button>
      }
    >
      <FilterMenu
        list={buildListName(pathname, searchParams)}
        parameters={parameters}
        onApply={(chosen) => {
          setOpen(false)
          onApply(chosen)
        }}
      />
    </Popover>
  )
}

function FilterMenu({ list, parameters, onApply }: Props & { list: string }) {
  const query = useAdminQuery(url, ['ListFilter'], { params: { list } })
  const [removed, setRemoved] = useState<ListFilterRead | null>(null)
  return (
    <div className="ad-saved">
      <p className="strong">{texts.title}</p>
      <QueryView
        query={query}
        errorTitle={texts.failed}
        isSkeletonBusy
        skeleton={
          <Loading label={texts.loading}>
            <Skeleton width="60%" />
          </Loading>
        }
      >
        {({ items }) => (
          <>
            {items.length === 0 && <p className="s mute">{texts.empty}</p>}
            <ul>
              {items.map((saved) => (
                <FilterRow
                  key={saved.id}
                  saved={saved}
                  isCurrent={areSameParameters(saved.parameters, parameters)}
                  onApply={() => onApply(saved.parameters)}
                  onRemoved={() => setRemoved(saved)}
                />
              ))}
            </ul>
            {removed && <RemovedNote removed={removed} onRestored={() => setRemoved(null)} />}
            {Object.keys(parameters).length === 0 ? (
              <p className="s mute">{texts.nothingToSave}</p>
            ) : (
              !items.some((saved) => areSameParameters(saved.parameters, parameters)) && (
                <NameForm
                  label={texts.name}
                  submitLabel={texts.save}
                  change={(name) =>
                    createChange('POST', url, ['ListFilter'], { list, name, parameters })
                  }
                />
              )
            )}
          </>
        )}
      </QueryView>
    </div>
  )
}

type RowProps = {
  saved: ListFilterRead
  isCurrent: boolean
  onApply: () => void
  onRemoved: () => void
}

function FilterRow({ saved, isCurrent, onApply, onRemoved }: RowProps) {
  const [isRenaming, setRenaming] = useState(false)
  const [run, state] = useAdminChangeMutation()
  const remove = useSingleFlight(async () => {
    const { error } = await run(createChange('DELETE', buildItemUrl(saved.id), ['ListFilter']))
    if (!error) onRemoved()
  })
  if (isRenaming)
    return (
      <li>
        <NameForm
          label={texts.newName(saved.name)}
          submitLabel={texts.rename}
          initial={saved.name}
          change={(name) => createChange('PATCH', buildItemUrl(saved.id), ['ListFilter'], { name })}
          onDone={() => setRenaming(false)}
        />
      </li>
    )
  return (
    <li>
      <div className="row ad-saved-row">
        <button
          type="button"
          className="plain"
          aria-current={isCurrent || undefined}
          onClick={onApply}
        >
          {saved.name}
        </button>
        <IconButton
          icon={icons.pencil}
          label={texts.renameOf(saved.name)}
          onClick={() => setRenaming(true)}
        />
        <IconButton
          icon={icons.trash}
          label={texts.removeOf(saved.name)}
          onClick={() => void remove()}
        />
      </div>
      {state.error && <Note tone="bad">{describeProblem(state.error, texts.failedChange)}</Note>}
    </li>
  )
}

/** Announces a deleted filter and offers to restore it. */
function RemovedNote({ removed, onRestored }: { removed: ListFilterRead; onRestored: () => void }) {
  const [run, state] = useAdminChangeMutation()
  const { list, name, parameters } = removed
  const restore = useSingleFlight(async () => {
    const { error } = await run(
      createChange('POST', url, ['ListFilter'], { list, name, parameters }),
    )
    if (!error) onRestored()
  })
  return (
    <div className="row">
      <span className="s" role="status">
        {state.error ? describeProblem(state.error, texts.failedChange) : texts.removed(name)}
      </span>
      <Button small variant="text" onClick={() => void restore()}>
        {texts.restore}
      </Button>
    </div>
  )
}

type NameFormProps = {
  label: string
  submitLabel: string
  initial?: string
  change: (name: string) => ReturnType<typeof createChange>
  onDone?: () => void
}

/** One field for the name of a filter. The service's message about the name is shown beside it. */
function NameForm({ label, submitLabel, initial = '', change, onDone }: NameFormProps) {
  const [name, setName] = useState(initial)
  const [isMissing, setMissing] = useState(false)
  const [run, state] = useAdminChangeMutation()
  const send = useSingleFlight(async () => {
    const { error } = await run(change(name.trim()))
    if (error) return
    if (!onDone) setName('')
    onDone?.()
  })
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    setMissing(name.trim() === '')
    if (name.trim() !== '') void send()
  }
  const reason = isProblem(state.error) ? state.error.errors?.[0]?.message : undefined
  return (
    <form className="ad-saved-form" noValidate onSubmit={handleSubmit}>
      <TextField
        small
        label={label}
        value={name}
        maxLength={maxNameLength}
        autoComplete="off"
        error={
          isMissing
            ? texts.nameMissing
            : state.error && (reason ?? describeProblem(state.error, texts.failedChange))
        }
        onChange={(event) => setName(event.target.value)}
      />
      <Button small type="submit" pendingLabel={state.isLoading && texts.saving}>
        {submitLabel}
      </Button>
    </form>
  )
}
