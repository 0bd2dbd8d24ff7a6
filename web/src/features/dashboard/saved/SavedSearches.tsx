import { useState } from 'react'
import { Link } from 'react-router'
import { describeProblem } from '../../../api/problem.ts'
import {
  useChangeSearchMutation,
  useDropSearchMutation,
  useGetSavedSearchesQuery,
} from '../../../api/savedSearches.ts'
import type { SavedSearchRead } from '../../../api/wire/content.ts'
import { ActionError } from '../../../shared/ActionError.tsx'
import { ConfirmAction } from '../../../shared/ConfirmAction.tsx'
import { pages } from '../../../shared/paths.ts'
import { QueryView } from '../../../shared/QueryView.tsx'
import { buildCatalogueLink } from '../../../shared/savedSearchLink.ts'
import { savedSearches as texts } from '../../../shared/texts/savedSearches.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { icons } from '../../../ui/icons.ts'
import { Switch } from '../../../ui/Switch.tsx'
import { DashboardEmptyList } from '../DashboardEmptyList.tsx'
import { DashboardSection } from '../DashboardSection.tsx'
import { RowsSkeleton } from '../RowsSkeleton.tsx'

export function SavedSearches() {
  const query = useGetSavedSearchesQuery()
  const [searchToRemove, setSearchToRemove] = useState<SavedSearchRead | null>(null)
  return (
    <DashboardSection id="searches" title={texts.title}>
      <QueryView query={query} errorTitle={texts.failed} skeleton={<RowsSkeleton />}>
        {({ searches }) =>
          searches.length === 0 ? (
            <DashboardEmptyList
              title={texts.empty}
              hint={texts.emptyHint}
              to={pages.cars}
              action={texts.toCars}
            />
          ) : (
            <ul className="rows db-rows">
              {searches.map((search) => (
                <SearchRow
                  key={search.id}
                  search={search}
                  onRemove={() => setSearchToRemove(search)}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
      {searchToRemove && (
        <RemoveSearchDialog search={searchToRemove} onClose={() => setSearchToRemove(null)} />
      )}
    </DashboardSection>
  )
}

function SearchRow({ search, onRemove }: { search: SavedSearchRead; onRemove: () => void }) {
  const [change, { isLoading, error }] = useChangeSearchMutation()
  const news = search.alerted_at ? texts.alertedAt(search.alerted_at) : texts.noAlerts
  return (
    <li className="db-search">
      <div className="stack-8">
        <h3>
          <Link to={buildCatalogueLink(search.filters)} className="plain">
            {search.name}
          </Link>
        </h3>
        <p className="s mute">{`${texts.matching(search.cars)}; ${news}`}</p>
        <ActionError className="s" error={error} fallback={texts.changeFailed} />
      </div>
      <Switch
        label={texts.alertsLabel}
        aria-label={texts.alerts(search.name)}
        checked={search.alerts}
        disabled={isLoading}
        onChange={(event) => change({ id: search.id, alerts: event.target.checked })}
      />
      <IconButton icon={icons.trash} label={`${texts.remove}: ${search.name}`} onClick={onRemove} />
    </li>
  )
}

function RemoveSearchDialog({ search, onClose }: { search: SavedSearchRead; onClose: () => void }) {
  const [drop, { isLoading, error }] = useDropSearchMutation()
  return (
    <ConfirmAction
      title={texts.ask(search.name)}
      note={texts.askNote}
      confirm={texts.remove}
      run={() => drop(search.id)}
      pendingLabel={isLoading && texts.removing}
      failure={error && describeProblem(error, texts.removeFailed)}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
