import { officeMap, visit } from '../../app/texts/officeMap.ts'
import { RouteSection } from '../../ui/way/RouteSection.tsx'
import { OfficeMap } from './OfficeMap.tsx'

/** Where the office is: the map, and the same as text. */
export default function Location() {
  return (
    <RouteSection id="location" title={officeMap.title}>
      <OfficeMap />
      <div className="contacts-visit">
        <div>
          <h3>{visit.directionsTitle}</h3>
          <dl className="contacts-directions">
            {visit.directions.map(({ title, text }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h3>{visit.title}</h3>
          <ul className="contacts-notes">
            {visit.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      </div>
    </RouteSection>
  )
}
