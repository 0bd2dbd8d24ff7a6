import { formatDayAndTime } from '../../../lib/dates.ts'
import { findLatestError } from '../../../shared/latestError.ts'
import { security } from '../../../shared/texts/security.ts'
import { Button } from '../../../ui/Button.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { SecurityError, SecurityPart, SecurityQuery, SecurityRow } from './SecurityPart.tsx'
import {
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useGetSessionsQuery,
} from './securityApi.ts'

export function SessionList() {
  const query = useGetSessionsQuery()
  const [end, ending] = useEndSessionMutation()
  const [endOthers, endingOthers] = useEndOtherSessionsMutation()
  return (
    <SecurityPart title={security.sessions} note={security.sessionsNote}>
      <SecurityQuery query={query}>
        {({ sessions }) => (
          <>
            <ul className="rows sec-rows">
              {sessions.map((session) => (
                <SecurityRow
                  key={session.id}
                  title={session.device}
                  note={security.seen(session.ip, formatDayAndTime(session.last_seen_at))}
                >
                  {session.current ? (
                    <Tag tone="ok">{security.current}</Tag>
                  ) : (
                    <Button
                      variant="line"
                      small
                      disabled={ending.isLoading}
                      aria-label={security.endNamed(
                        session.device,
                        formatDayAndTime(session.last_seen_at),
                      )}
                      onClick={() => end(session.id)}
                    >
                      {security.end}
                    </Button>
                  )}
                </SecurityRow>
              ))}
            </ul>
            {sessions.length > 1 && (
              <Button
                variant="line"
                wide
                disabled={endingOthers.isLoading}
                onClick={() => endOthers()}
              >
                {security.endOthers}
              </Button>
            )}
          </>
        )}
      </SecurityQuery>
      <SecurityError error={findLatestError(ending, endingOthers)} />
    </SecurityPart>
  )
}
