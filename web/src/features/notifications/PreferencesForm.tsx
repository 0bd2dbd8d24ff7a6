// The notification preferences: channels for each type, quiet hours, and push in this browser. It is part
// of the settings in the personal area, and the page there gives it a heading.

import { type FormEvent, useState } from 'react'
import { problemText } from '../../app/problem.ts'
import { QueryView } from '../../app/QueryView.tsx'
import { preferences as texts } from '../../app/texts/preferences.ts'
import { useSingleFlight } from '../../app/useSingleFlight.ts'
import type { PreferencesRead } from '../../app/wire/notifications.ts'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { Skeleton } from '../../ui/Skeleton'
import { ChannelTable } from './ChannelTable.tsx'
import { PushSetting } from './PushSetting.tsx'
import { useGetPreferencesQuery, useSavePreferencesMutation } from './preferencesApi.ts'
import { QuietHoursFields } from './QuietHoursFields.tsx'
import './preferences.css'

export function PreferencesForm() {
  return (
    <QueryView
      query={useGetPreferencesQuery()}
      errorTitle={texts.loadFailed}
      errorHint={texts.loadFailedReason}
      skeleton={
        <div className="nt-prefs">
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <Skeleton key={row} height="2.5rem" />
          ))}
        </div>
      }
    >
      {(saved) => <PreferencesFields saved={saved} />}
    </QueryView>
  )
}

function PreferencesFields({ saved }: { saved: PreferencesRead }) {
  const [typed, setTyped] = useState(saved)
  const [isRefused, setRefused] = useState(false)
  const [save, { isLoading, isSuccess, originalArgs, error, reset }] = useSavePreferencesMutation()
  // A change made while the request was running is not saved yet.
  const isSaved = isSuccess && originalArgs === typed
  const quiet = typed.quiet_hours

  function change(changed: Partial<PreferencesRead>) {
    setTyped((before) => ({ ...before, ...changed }))
    setRefused(false)
    if (isSuccess || error) reset()
  }

  const savePreferences = useSingleFlight(() => save(typed))

  function submit(event: FormEvent) {
    event.preventDefault()
    const isWrong = quiet !== null && quiet.from === quiet.to
    setRefused(isWrong)
    if (!isWrong) void savePreferences()
  }

  return (
    <>
      <form
        className="nt-prefs"
        aria-label={texts.title}
        noValidate
        data-no-draft={isSaved || undefined}
        onSubmit={submit}
      >
        <ChannelTable preferences={typed} onChange={change} />
        <QuietHoursFields
          quiet={quiet}
          problem={isRefused ? texts.sameTimes : null}
          onChange={(quiet_hours) => change({ quiet_hours })}
        />
        {error && (
          <Note tone="bad" role="alert">
            {problemText(error, texts.failed)}
          </Note>
        )}
        <div className="btns">
          <Button type="submit" variant="line" pendingLabel={isLoading && texts.saving}>
            {texts.save}
          </Button>
          <span role="status" className="s">
            {isSaved && texts.saved}
          </span>
        </div>
      </form>
      <PushSetting />
    </>
  )
}
