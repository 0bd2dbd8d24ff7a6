import { Link } from 'react-router'
import './Breadcrumbs.css'
import { uiTexts } from './texts.ts'

type Crumb = { label: string; to?: string }

/** The last crumb is the page itself and has no link. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={uiTexts.crumbs} className="ui-crumbs">
      <ol>
        {crumbs.map(({ label, to }) => (
          <li key={label}>
            {to ? <Link to={to}>{label}</Link> : <span aria-current="page">{label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
