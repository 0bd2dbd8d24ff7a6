// The legal acts behind the tariff edition in force.

import { useGetEditionsQuery } from '../../api/editions.ts'
import type { EditionsRead } from '../../api/wire/calculator.ts'
import { QueryView } from '../../shared/QueryView.tsx'
import { developers as texts } from '../../shared/texts/developers.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'

export default function Sources() {
  const query = useGetEditionsQuery()
  return (
    <div id="edition-sources" className="developers-sources">
      <QueryView
        query={query}
        errorTitle={texts.sourcesFailed}
        skeleton={<Skeleton height={220} />}
      >
        {(editions) => (
          <ul className="rows">
            {listSourcesInForce(editions).map(({ act, article, inForce }) => (
              <li key={`${act} ${article}`}>
                {article ? `${act}, ${article}` : act}
                <span className="s ink2 developers-in-force">{inForce}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </div>
  )
}

/** The acts of the edition in force today, or of the default edition if none is in force. */
export function listSourcesInForce({ editions, current, default: defaultId }: EditionsRead) {
  const shown = editions.find(({ id }) => id === (current ?? defaultId))
  return shown?.sources ?? []
}
