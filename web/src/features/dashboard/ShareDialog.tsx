import { useState } from 'react'
import { ActionError } from '../../app/ActionError.tsx'
import { env } from '../../app/env.ts'
import { pages } from '../../app/paths.ts'
import { share as texts } from '../../app/texts/orders.ts'
import { useSingleFlight } from '../../app/useSingleFlight.ts'
import { day } from '../../lib/dates'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { Dialog } from '../../ui/Dialog'
import { Select } from '../../ui/Select'
import { TextField } from '../../ui/TextField'
import { useShareOrderMutation, useStopSharingOrderMutation } from './ordersApi.ts'

const defaultDays = '30'

export default function ShareDialog({ order, onClose }: { order: string; onClose: () => void }) {
  const [days, setDays] = useState(defaultDays)
  const [share, made] = useShareOrderMutation()
  const [stop, stopped] = useStopSharingOrderMutation()
  const create = useSingleFlight(() => share({ order, days: Number(days) }))
  const close = useSingleFlight(async () => {
    const answer = await stop(order)
    if (!answer.error) made.reset()
  })
  return (
    <Dialog open title={texts.title} description={texts.about} size="narrow" onClose={onClose}>
      <div className="stack-16">
        {made.data ? (
          <SharedLink token={made.data.token} until={made.data.expires_at} />
        ) : (
          <Select
            label={texts.days}
            options={texts.terms}
            value={days}
            onChange={(event) => setDays(event.target.value)}
          />
        )}
        <ActionError className="s" error={made.error} fallback={texts.failed} />
        <ActionError className="s" error={stopped.error} fallback={texts.stopFailed} />
        <p role="status" className="s">
          {stopped.isSuccess && !made.data && texts.stopped}
        </p>
        <div className="btns">
          {!made.data && (
            <Button pendingLabel={made.isLoading && texts.creating} onClick={create}>
              {texts.create}
            </Button>
          )}
          <Button
            variant="danger"
            pendingLabel={stopped.isLoading && texts.stopping}
            onClick={close}
          >
            {texts.stop}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function SharedLink({ token, until }: { token: string; until: string }) {
  const link = env.publicUrl + pages.sharedOrder(token)
  return (
    <>
      <TextField
        label={texts.link}
        hint={texts.until(day(until))}
        value={link}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <CopyButton text={link} label={texts.copy} failed={texts.copyFailed} />
    </>
  )
}
