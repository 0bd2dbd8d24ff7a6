import { useState } from 'react'
import { Link } from 'react-router'
import type { ConsentRead } from '../../../api/wire/auth.ts'
import { formatDayAndTime } from '../../../lib/dates.ts'
import { findLatestError } from '../../../shared/latestError.ts'
import { pages } from '../../../shared/paths.ts'
import { consents as texts } from '../../../shared/texts/security.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { SecurityPart, SecurityQuery, SecurityRow } from './SecurityPart.tsx'
import {
  useGetConsentsQuery,
  useGiveConsentMutation,
  useWithdrawConsentMutation,
} from './securityApi.ts'

const purposes = ['terms', 'privacy', 'marketing'] as const
type Purpose = ConsentRead['purpose']

/** The user's consents: the current ones and the history. */
export function ConsentList() {
  const query = useGetConsentsQuery()
  return (
    <SecurityPart title={texts.title} note={texts.note}>
      <SecurityQuery query={query}>
        {({ consents }) => (
          <>
            <ul className="rows sec-rows">
              {purposes.map((purpose) => (
                <Consent
                  key={purpose}
                  purpose={purpose}
                  consent={consents.find(
                    (consent) => consent.purpose === purpose && consent.withdrawn_at === null,
                  )}
                />
              ))}
            </ul>
            <Disclosure summary={texts.history}>
              <ul className="stack-8 s ink2">
                {consents.map((consent) => (
                  <li key={`${consent.purpose} ${consent.given_at}`}>
                    {texts.line(
                      texts.purposes[consent.purpose],
                      consent.version,
                      formatDayAndTime(consent.given_at),
                    )}
                    {consent.withdrawn_at &&
                      `, ${texts.withdrawnAt(formatDayAndTime(consent.withdrawn_at))}`}
                  </li>
                ))}
              </ul>
            </Disclosure>
          </>
        )}
      </SecurityQuery>
    </SecurityPart>
  )
}

function Consent({ purpose, consent }: { purpose: Purpose; consent?: ConsentRead }) {
  const [give, giving] = useGiveConsentMutation()
  const [withdraw, withdrawing] = useWithdrawConsentMutation()
  const [isAsked, setAsked] = useState(false)
  const isBusy = giving.isLoading || withdrawing.isLoading
  async function sendWithdrawal() {
    await withdraw(purpose)
    setAsked(false)
  }
  function askOrWithdraw() {
    if (purpose === 'privacy') setAsked(true)
    else void sendWithdrawal()
  }
  const isChangeable = !consent || purpose !== 'terms'
  const describeAction = consent ? texts.withdrawNamed : texts.giveNamed
  return (
    <SecurityRow
      title={texts.purposes[purpose]}
      note={
        <>
          {consent ? texts.given(formatDayAndTime(consent.given_at)) : texts.notGiven}{' '}
          {purpose !== 'marketing' && <Link to={pages[purpose]}>{texts.read}</Link>}
        </>
      }
      error={findLatestError(giving, withdrawing)}
    >
      {isChangeable && (
        <Button
          variant="line"
          small
          aria-label={describeAction(texts.purposes[purpose])}
          disabled={isBusy}
          onClick={consent ? askOrWithdraw : () => give({ purpose })}
        >
          {consent ? texts.withdraw : texts.give}
        </Button>
      )}
      <ConfirmDialog
        open={isAsked}
        title={texts.ask}
        description={texts.askNote}
        confirm={texts.withdraw}
        pendingLabel={withdrawing.isLoading && texts.withdrawing}
        onConfirm={sendWithdrawal}
        onCancel={() => setAsked(false)}
      />
    </SecurityRow>
  )
}
