import { getRequestId, isProblem } from '../../api/problem.ts'
import { useSettings } from '../../api/settings.ts'
import { typographer } from '../../lib/typography.ts'
import { useLayout } from '../../platform/layout.ts'
import { teamLimits as limits } from '../../shared/limits.ts'
import { describeOpenness } from '../../shared/openHours.ts'
import { pages } from '../../shared/paths.ts'
import { QueryView } from '../../shared/QueryView.tsx'
import { team as texts } from '../../shared/texts/team.ts'
import { useNow } from '../../shared/useNow.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { JourneySection } from '../../ui/journey/JourneySection.tsx'
import { ErrorNote } from '../../ui/Note.tsx'
import { PhoneLink } from '../../ui/PhoneLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tag, type Tone } from '../../ui/Tag.tsx'
import { useGetTeamQuery } from './aboutApi.ts'
import type { Member } from './member.ts'

const tones: Record<Member['status'], Tone> = {
  online: 'ok',
  away: 'warn',
  offline: 'none',
}
const skeletonKeys = [1, 2, 3, 4, 5, 6]

export default function Team() {
  const query = useGetTeamQuery(undefined, { pollingInterval: limits.refresh })
  const isMobile = useLayout() === 'mobile'
  return (
    <JourneySection id="team" station="23°" title={texts.title} aside={<TeamLead />}>
      <QueryView
        query={query}
        errorTitle={texts.failed}
        renderError={(error) => (
          <ErrorNote
            title={isMobile ? <span className="failure">{texts.failedMobile}</span> : texts.failed}
            onRetry={isMobile ? query.refetch : () => location.reload()}
            retry={texts.retry}
            code={getRequestId(error)}
          >
            <span className={isMobile ? 'failure' : undefined}>
              {isProblem(error) ? error.message : texts.unknown}
            </span>
          </ErrorNote>
        )}
        isSkeletonBusy
        skeleton={
          <ul aria-busy="true">
            {skeletonKeys.map((key) => (
              <MemberSkeleton key={key} />
            ))}
          </ul>
        }
      >
        {(members) =>
          members.length === 0 ? (
            <EmptyState
              title={isMobile ? texts.emptyMobile : texts.empty}
              action={<LinkButton to={pages.contacts}>{texts.emptyAction}</LinkButton>}
            >
              {texts.emptyNote}
            </EmptyState>
          ) : (
            <ul>
              {members.map((member) => (
                <MemberRow key={member.id} member={member} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </JourneySection>
  )
}

/**
 * Says whether the office is open now, because outside the opening hours the members are usually offline. An
 * empty line is rendered before the time is known, so that the list below does not move.
 */
function TeamLead() {
  const { openDays } = useSettings()
  const now = useNow(60_000, null)
  const state = now && describeOpenness(openDays, new Date(now))
  return (
    <>
      <p>{texts.lead}</p>
      <p className="s about-hours">
        {state && (state.isOpen ? texts.open(state.words) : texts.closed(state.words))}
      </p>
    </>
  )
}

/** A phone shows only whether the member is online now. */
function Presence({ member }: { member: Member }) {
  const isMobile = useLayout() === 'mobile'
  const phoneState = member.isOnline ? 'online' : 'offline'
  const state = isMobile ? phoneState : member.status
  return <Tag tone={tones[state]}>{texts.presence[state]}</Tag>
}

function MemberRow({ member }: { member: Member }) {
  const { name, avatar, position, work, phone, email } = member
  return (
    <li className="about-member">
      <Avatar name={name} src={avatar} size={96} />
      <div className="stack-4">
        <h3>{name}</h3>
        <p className="s ink2">{typographer(position)}</p>
      </div>
      <p className="s ink2 about-member-work">{typographer(work)}</p>
      <p className="s stack-4 about-member-reach">
        {phone && <PhoneLink phone={phone} />}
        {email && <a href={`mailto:${email}`}>{email}</a>}
      </p>
      <Presence member={member} />
    </li>
  )
}

function MemberSkeleton() {
  return (
    <li className="about-member">
      <Skeleton width={96} height={96} />
      <div className="stack-4">
        <Skeleton width="80%" height={20} />
        <Skeleton width="60%" height={14} />
      </div>
      <Skeleton height={14} />
      <Skeleton width="70%" height={14} />
      <Skeleton width={72} height={14} />
    </li>
  )
}
