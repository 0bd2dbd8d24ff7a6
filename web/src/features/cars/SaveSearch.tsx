import { useEffect } from 'react'
import { Link } from 'react-router'
import { useGetSavedSearchesQuery, useSaveSearchMutation } from '../../api/savedSearches.ts'
import { selectUser } from '../../api/sessionSlice.ts'
import { useAppDispatch, useAppSelector } from '../../app/hooks.ts'
import { ActionError } from '../../shared/ActionError.tsx'
import { anchors } from '../../shared/paths.ts'
import { buildCatalogueLink, buildSearchQuery } from '../../shared/savedSearchLink.ts'
import { signInRequested } from '../../shared/signInSlice.ts'
import { savedSearches as texts } from '../../shared/texts/savedSearches.ts'
import { useSingleFlight } from '../../shared/useSingleFlight.ts'
import { Button } from '../../ui/Button.tsx'
import type { CarFilters } from './carFilters.ts'
import { buildSearchName } from './searchName.ts'
import { rememberIntent, takeIntent } from './signInIntent.ts'

const parseBound = (text: string) => (text ? Number(text) : null)

/** Converts the filters to the format of the request. Sorting is left out. */
const toRequest = ({
  sort: _sort,
  price_min,
  price_max,
  turnkey_min,
  turnkey_max,
  year_min,
  ...otherFilters
}: CarFilters) => ({
  ...otherFilters,
  price_min: parseBound(price_min),
  price_max: parseBound(price_max),
  turnkey_min: parseBound(turnkey_min),
  turnkey_max: parseBound(turnkey_max),
  year_min: parseBound(year_min),
})

/**
 * Saves the filters of the catalogue, so that the user is notified of new cars. A visitor signs in
 * first; then the search is saved.
 */
export function SaveSearch({ filters, small }: { filters: CarFilters; small?: boolean }) {
  const user = useAppSelector(selectUser)
  const dispatch = useAppDispatch()
  const { currentData } = useGetSavedSearchesQuery(undefined, { skip: !user })
  const [save, { isLoading, error }] = useSaveSearchMutation()
  const request = toRequest(filters)
  const query = buildSearchQuery(request)
  const name = buildSearchName(filters)
  const saved = currentData?.searches.find((search) => buildSearchQuery(search.filters) === query)
  const send = useSingleFlight(() => save({ name, filters: request }))
  useEffect(() => {
    if (user && takeIntent('search', query)) void send()
  }, [user, query, send])
  function press() {
    if (user) {
      void send()
      return
    }
    rememberIntent('search', query)
    dispatch(signInRequested({ next: buildCatalogueLink(request), reason: texts.toSave }))
  }
  if (saved)
    return (
      <p className="s" role="status">
        {saved.alerts ? texts.saved : texts.savedSilent}.{' '}
        <Link to={anchors.savedSearches}>{texts.manage}</Link>
      </p>
    )
  return (
    <>
      <Button variant="line" small={small} pendingLabel={isLoading && texts.saving} onClick={press}>
        {texts.save}
      </Button>
      <ActionError className="s" error={error} fallback={texts.saveFailed} />
    </>
  )
}
