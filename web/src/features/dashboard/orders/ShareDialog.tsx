import { useState } from 'react'
import { formatDay } from '../../../lib/dates.ts'
import { env } from '../../../platform/env.ts'
import { ActionError } from '../../../shared/ActionError.tsx'
import { pages } from '../../../shared/paths.ts'
import { share as texts } from '../../../shared/texts/orders.ts'
import { useSingleFlight } from '../../../shared/useSingleFlight.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useShareOrderMutation, useStopSharingOrderMutation } from './ordersApi.ts'

const defaultDays = '30'

/** Creates a public link to an order, or revokes all public links to the order. */
export default function ShareDialog({ order, onClose }: { order: string; onClose: () => void }) {
  const [days, setDays] = useState(defaultDays)
  const [share, sharing] = useShareOrderMutation()
  const [stopSharing, stopping] = useStopSharingOrderMutation()
  const createLink = useSingleFlight(() => share({ order, days: Number(days) }))
  const stopAllLinks = useSingleFlight(async () => {
    const answer = await stopSharing(order)
    if (!answer.error) sharing.reset()
  })
  return (
    <Dialog open title={texts.title} description={texts.about} size="narrow" onClose={onClose}>
      <div className="stack-16">
        {sharing.data ? (
          <SharedLink token={sharing.data.token} until={sharing.data.expires_at} />
        ) : (
          <Select
            label={texts.days}
            options={texts.terms}
            value={days}
            onChange={(event) => setDays(event.target.value)}
          />
        )}
        <ActionError className="s" error={sharing.error} fallback={texts.failed} />
        <ActionError className="s" error={stopping.error} fallback={texts.stopFailed} />
        <p role="status" className="s">
          {stopping.isSuccess && !sharing.data && texts.stopped}
        </p>
        <div className="btns">
          {!sharing.data && (
            <Button pendingLabel={sharing.isLoading && texts.creating} onClick={createLink}>
              {texts.create}
            </Button>
          )}
          <Button
            variant="danger"
            pendingLabel={stopping.isLoading && texts.stopping}
            onClick={stopAllLinks}
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
        hint={texts.until(formatDay(until))}
        value={link}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <CopyButton text={link} label={texts.copy} failed={texts.copyFailed} />
    </>
  )
}
