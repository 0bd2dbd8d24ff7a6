// Notification preferences: channels for each type, quiet hours, and push in this browser. They are
// part of the settings in the personal area, whose page provides the heading.

import { useState } from 'react'
import type { PreferencesRead } from '../../api/wire/notifications.ts'
import { ActionErrorNote } from '../../shared/ActionErrorNote.tsx'
import { SubmitRow } from '../../shared/form/SubmitRow.tsx'
import { useForm } from '../../shared/form/useForm.ts'
import { type KindName, kindNames, kinds } from '../../shared/notificationKinds.ts'
import { QueryView } from '../../shared/QueryView.tsx'
import { preferences as texts } from '../../shared/texts/preferences.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Channel, everyChannel, findChangedChoices } from './changedChoices.ts'
import { PushSetting } from './PushSetting.tsx'
import { useGetPreferencesQuery, useSavePreferencesMutation } from './preferencesApi.ts'
import { QuietHoursFields } from './QuietHoursFields.tsx'
import { TelegramSetting } from './TelegramSetting.tsx'
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
      {({ preferences }) => <PreferencesFields saved={preferences} />}
    </QueryView>
  )
}

function checkQuietHours({ quiet_hours: quiet }: PreferencesRead) {
  return quiet && quiet.from === quiet.to ? { quiet_hours: texts.sameTimes } : {}
}

function PreferencesFields({ saved }: { saved: PreferencesRead }) {
  const [savePreferences] = useSavePreferencesMutation()
  const [stored, setStored] = useState(saved)
  const form = useForm<PreferencesRead>({ initial: saved, check: checkQuietHours, send })
  const { values, change } = form
  async function send(typed: PreferencesRead) {
    const answer = await savePreferences(findChangedChoices(stored, typed))
    if (answer.data) setStored(answer.data.preferences)
    return answer
  }
  return (
    <>
      <form className="nt-prefs" aria-label={texts.title} {...form.props}>
        <ChannelTable preferences={values} onChange={change} />
        <QuietHoursFields
          quiet={values.quiet_hours}
          problem={form.problems.quiet_hours ?? null}
          onChange={(quiet_hours) => change({ quiet_hours })}
        />
        <ActionErrorNote error={form.failure} fallback={texts.failed} />
        <SubmitRow form={form} label={texts.save} pendingLabel={texts.saving} variant="line">
          <span role="status" className="s">
            {form.isSaved && texts.saved}
          </span>
        </SubmitRow>
      </form>
      <PushSetting />
      {hasTelegram(saved) && <TelegramSetting />}
    </>
  )
}

/** The server leaves out Telegram if the company has no bot. */
function hasTelegram(preferences: PreferencesRead): boolean {
  return typeof preferences.booking?.telegram === 'boolean'
}

type ChannelTableProps = {
  preferences: PreferencesRead
  onChange: (changed: Partial<PreferencesRead>) => void
}

function ChannelTable({ preferences, onChange }: ChannelTableProps) {
  const isTelegramOffered = hasTelegram(preferences)
  const channels = everyChannel.filter((channel) => channel !== 'telegram' || isTelegramOffered)
  return (
    <table className={isTelegramOffered ? 'nt-channels nt-channels-four' : 'nt-channels'}>
      <caption className="sr">{texts.table}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.type}</th>
          {channels.map((channel) => (
            <th key={channel} scope="col">
              {texts.channels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kindNames.map((name) => (
          <tr key={name}>
            <th scope="row">
              {kinds[name].label}
              <span className="xs mute">
                {texts.about[name]}
                {name === 'security' && `. ${texts.securityAlways}`}
              </span>
            </th>
            {channels.map((channel) => (
              <td key={channel}>
                <Checkbox
                  hideLabel
                  label={texts.choice(kinds[name].label, texts.channels[channel])}
                  checked={preferences[name]?.[channel] ?? false}
                  disabled={isFixed(name, channel)}
                  onChange={(event) =>
                    onChange({
                      [name]: { ...preferences[name], [channel]: event.target.checked },
                    })
                  }
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Security notifications on the site cannot be disabled; the server refuses such a change. */
function isFixed(name: KindName, channel: Channel): boolean {
  return name === 'security' && channel === 'in_app'
}
