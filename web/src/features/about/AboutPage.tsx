import { Suspense } from 'react'
import { lazyWhenVisible } from '../../app/lazyWhenVisible.ts'
import { anchors, pages } from '../../app/paths.ts'
import { about, invitation, values } from '../../app/texts/about.ts'
import { LinkButton } from '../../ui/Button'
import { Route, RouteSection, Station } from '../../ui/way/RouteSection.tsx'
import './about.css'
import { Mission } from './Mission.tsx'

const Team = lazyWhenVisible('team', () => import('./Team.tsx'))
const History = lazyWhenVisible('history', () => import('./History.tsx'))
// Elements for good: new ones would be updates to parts that React has not taken over yet.
const team = (
  <Suspense fallback={<div id="team" className="section page" />}>
    <Team />
  </Suspense>
)
const history = (
  <Suspense fallback={<div id="history" className="section page" />}>
    <History />
  </Suspense>
)

export function AboutPage() {
  return (
    <Route>
      <section id="hero" className="page pagehead about-head">
        <h1>{about.heading}</h1>
        <p className="aside">{about.lead}</p>
      </section>
      <Mission />
      <RouteSection
        id="values"
        station="16°"
        title={values.title}
        aside={<p>{values.lead}</p>}
        className="about-values"
      >
        <ul>
          {values.items.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p className="s ink2">{text}</p>
            </li>
          ))}
        </ul>
      </RouteSection>
      {team}
      {history}
      <section className="section page about-invitation" aria-labelledby="invitation-title">
        <Station name="38° Москва" live />
        <h2 id="invitation-title">{invitation.title}</h2>
        <div>
          <p className="lead">{invitation.text}</p>
          <div className="btns">
            <LinkButton to={anchors.quickRequest} wide>
              {invitation.request}
            </LinkButton>
            <LinkButton to={pages.services} variant="line" wide>
              {invitation.services}
            </LinkButton>
          </div>
        </div>
      </section>
    </Route>
  )
}
