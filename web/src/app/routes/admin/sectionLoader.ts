// Client loaders of the panel's sections. They send the first requests while the code of the page is loading.

import {
  createListRequests,
  type RequestedSection,
} from '../../../features/admin/list/sectionRequests.ts'
import { type LoaderArgs, readSearchParams, startPanelQueries } from '../../startQueries.ts'

/**
 * A `clientLoader` that requests the list of the open tab and the record that is open in it. `lists` are
 * the sections by the name of their tab. The first one is open if the URL names no tab. A tab that is not
 * in `lists` requests its data itself.
 */
export function createSectionLoader(lists: Readonly<Record<string, RequestedSection>>) {
  return (args: LoaderArgs): null => {
    const searchParams = readSearchParams(args)
    const [firstTab = ''] = Object.keys(lists)
    const section = lists[searchParams.get('view') ?? firstTab]
    return section ? startPanelQueries(...createListRequests(section, searchParams)) : null
  }
}
