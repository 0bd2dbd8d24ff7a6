import { useState } from 'react'
import { searchDebounce } from '../../shared/limits.ts'
import { recipientPicker as texts } from '../../shared/texts/campaigns.ts'
import { useDebouncedValue } from '../../shared/useDebouncedValue.ts'
import { Button } from '../../ui/Button.tsx'
import { frameIcons } from '../../ui/frameIcons.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { useFindPeopleQuery } from './campaignsApi.ts'
import type { Recipient } from './draft.ts'

type Props = {
  chosen: readonly Recipient[]
  problem?: string
  onChange: (chosen: readonly Recipient[]) => void
}

/** Finds users by name or email, and lists the selected ones. */
export function RecipientPicker({ chosen, problem, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const query = useDebouncedValue(typed.trim(), searchDebounce)
  const { currentData, error } = useFindPeopleQuery(query, { skip: query.length < 2 })
  const matches = currentData?.users.filter((user) => !chosen.some(({ id }) => id === user.id))
  const foundNote = matches?.length === 0 ? texts.nobody : texts.hint
  const note = error ? texts.failed : foundNote
  return (
    <div className="stack-8">
      <SearchField
        label={texts.label}
        hideLabel={false}
        hint={note}
        error={problem}
        value={typed}
        onValueChange={setTyped}
      />
      {matches && matches.length > 0 && (
        <ul className="cp-matches">
          {matches.map(({ id, first_name, last_name, email }) => (
            <li key={id}>
              <Button
                variant="text"
                small
                onClick={() => {
                  onChange([...chosen, { id, name: `${first_name} ${last_name}`.trim() || email }])
                  setTyped('')
                }}
              >
                {`${first_name} ${last_name}`.trim()} <span className="mute">{email}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen.length > 0 && (
        <ul className="cp-chosen" aria-label={texts.chosen}>
          {chosen.map((person) => (
            <li key={person.id}>
              {person.name}
              <IconButton
                icon={frameIcons.close}
                label={texts.remove(person.name)}
                onClick={() => onChange(chosen.filter(({ id }) => id !== person.id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
