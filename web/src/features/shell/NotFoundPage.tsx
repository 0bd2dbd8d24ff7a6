import { pages } from '../../shared/paths.ts'
import { notFound } from '../../shared/texts/notFound.ts'
import { LinkButton } from '../../ui/Button.tsx'
import './NotFoundPage.css'

/** The 404 page: a dashed journey line with one station. */
export function NotFoundPage() {
  return (
    <section className="page stack-24 sh-lost">
      <h1 className="headline">{notFound.title}</h1>
      <p className="lead">{notFound.lead}</p>
      <svg
        viewBox="0 0 1312 96"
        preserveAspectRatio="xMidYMid slice"
        className="sh-lost-way"
        aria-hidden="true"
      >
        <path d="M0 48H560" className="sh-lost-passed" />
        <path d="M560 48C760 48 840 84 1000 60S1240 24 1312 40" className="sh-lost-nowhere" />
        <circle cx="560" cy="48" r="6" />
        <text x="560" y="24" textAnchor="middle">
          {notFound.here}
        </text>
      </svg>
      <div className="btns">
        <LinkButton to={pages.home}>{notFound.home}</LinkButton>
        <LinkButton to={pages.services} variant="line">
          {notFound.services}
        </LinkButton>
        <LinkButton to={pages.contacts} variant="text">
          {notFound.contacts}
        </LinkButton>
      </div>
    </section>
  )
}
