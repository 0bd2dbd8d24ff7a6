// Loaders of the panel's sections. They send the requests while the code of the page is loaded.

import {
  createListRequests,
  type RequestedSection,
} from '../../../features/admin/list/sectionRequests.ts'
import { type LoaderArgs, readSearchParams, startPanelQueries } from '../../startQueries.ts'

/**
 * A `clientLoader` that starts the list of the open tab, and the record that is open in it. The lists
 * are given by the name of their tab, in the order of the tabs. Other tabs start nothing here.
 */
export function startSection(lists: Readonly<Record<string, RequestedSection>>) {
  return (args: LoaderArgs): null => {
    const searchParams = readSearchParams(args)
    const section = lists[searchParams.get('view') ?? Object.keys(lists)[0] ?? '']
    return section ? startPanelQueries(...createListRequests(section, searchParams)) : null
  }
}
