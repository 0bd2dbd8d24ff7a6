import { security } from '../../app/texts/security.ts'
import { dayAndTime } from '../../lib/dates'
import { Button } from '../../ui/Button'
import { Failure, Part } from './Part.tsx'
import {
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useGetConsentsQuery,
  useGetIdentitiesQuery,
  useGetSessionsQuery,
  useUnlinkIdentityMutation,
  useWithdrawConsentMutation,
} from './securityApi.ts'

export function Sessions() {
  const query = useGetSessionsQuery()
  const [end, ending] = useEndSessionMutation()
  const [endOthers, endingOthers] = useEndOtherSessionsMutation()
  return (
    <section className="db-section">
      <h2>{security.sessions}</h2>
      <Part query={query}>
        {({ sessions }) => (
          <>
            <ul className="db-rows">
              {sessions.map((session) => (
                <li key={session.id}>
                  <p>{session.device}</p>
                  <p className="s ink2">
                    {session.ip}, {dayAndTime(session.last_seen_at)}
                  </p>
                  {session.current ? (
                    <p className="s">{security.current}</p>
                  ) : (
                    <Button
                      look="line"
                      small
                      disabled={ending.isLoading}
                      onClick={() => end(session.id)}
                    >
                      {security.end}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {sessions.length > 1 && (
              <Button look="line" disabled={endingOthers.isLoading} onClick={() => endOthers()}>
                {security.endOthers}
              </Button>
            )}
          </>
        )}
      </Part>
      <Failure error={ending.error ?? endingOthers.error} />
    </section>
  )
}

export function Identities() {
  const query = useGetIdentitiesQuery()
  const [unlink, { isLoading, error }] = useUnlinkIdentityMutation()
  return (
    <section className="db-section">
      <h2>{security.identities}</h2>
      <Part query={query}>
        {({ identities }) =>
          identities.length === 0 ? (
            <p className="ink2">{security.noIdentities}</p>
          ) : (
            <ul className="db-rows">
              {identities.map((one) => (
                <li key={one.id}>
                  <p>{one.name}</p>
                  <Button look="line" small disabled={isLoading} onClick={() => unlink(one.id)}>
                    {security.unlink}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Part>
      <Failure error={error} />
    </section>
  )
}

export function Consents() {
  const query = useGetConsentsQuery()
  const [withdraw, { isLoading, error }] = useWithdrawConsentMutation()
  return (
    <section className="db-section">
      <h2>{security.consents}</h2>
      <Part query={query}>
        {({ consents }) =>
          consents.length === 0 ? (
            <p className="ink2">{security.noConsents}</p>
          ) : (
            <ul className="db-rows">
              {consents.map((one) => (
                <li key={`${one.purpose} ${one.given_at}`}>
                  <p>{security.purposes[one.purpose]}</p>
                  <p className="s ink2">{dayAndTime(one.given_at)}</p>
                  {one.withdrawn_at ? (
                    <p className="s">{security.withdrawn}</p>
                  ) : (
                    one.purpose === 'marketing' && (
                      <Button
                        look="line"
                        small
                        disabled={isLoading}
                        onClick={() => withdraw(one.purpose)}
                      >
                        {security.withdraw}
                      </Button>
                    )
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Part>
      <Failure error={error} />
    </section>
  )
}
