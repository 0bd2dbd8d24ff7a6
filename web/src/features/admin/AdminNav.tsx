import { NavLink } from 'react-router'
import { calls, pages } from '../../app/paths.ts'
import { panel, sectionNames } from '../../app/texts/adminPanel.ts'
import { figure } from '../../lib/numbers'
import { useCurrentInSight } from '../../ui/useCurrentInSight'
import { type Tag, useAnswer } from './adminApi.ts'
import { type SectionKey, sectionKeys, sectionPath } from './sections.ts'

/** How many wait there for a human; nothing is said while it is not known. */
function useWaiting(): Partial<Record<SectionKey, number>> {
  const comments = useTotal('comments', 'Comment', 'pending')
  const contacts = useTotal('contacts', 'Contact', 'new')
  const requests = useTotal('requests', 'Request', 'new')
  return { comments, contacts, requests }
}

function useTotal(list: string, tag: Tag, status: string): number | undefined {
  return useAnswer<{ total: number }>(calls.contentAdmin(list), [tag], {
    params: { status, limit: 1 },
  }).data?.total
}

export function AdminNav() {
  const waiting = useWaiting()
  const row = useCurrentInSight()
  return (
    <nav ref={row} className="ad-side" aria-label={panel.sections}>
      {sectionKeys.map((key) => (
        <NavLink key={key} to={sectionPath(key)} end>
          {sectionNames[key]}
          {waiting[key] ? <span className="num">{figure(waiting[key])}</span> : null}
        </NavLink>
      ))}
      <NavLink to={pages.adminNotifications}>{panel.notifications}</NavLink>
    </nav>
  )
}
