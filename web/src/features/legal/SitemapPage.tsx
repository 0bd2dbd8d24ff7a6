import { Link } from 'react-router'
import { quickLinks, sitemap, sitemapSections } from '../../shared/texts/sitemap.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { JourneyLine } from '../../ui/journey/JourneySection.tsx'
import './legal.css'

export function SitemapPage() {
  return (
    <JourneyLine>
      <section className="page legal is-wide">
        <h1>{sitemap.title}</h1>
        <nav aria-label={sitemap.quick} className="btns legal-quick">
          {quickLinks.map(({ label, to }) => (
            <LinkButton key={to} to={to} variant="line" small>
              {label}
            </LinkButton>
          ))}
        </nav>
        <nav aria-label={sitemap.title} className="legal-map">
          {sitemapSections.map(({ id, title, to, links }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>
                <Link to={to} className="plain">
                  {title}
                </Link>
              </h2>
              <ul className="stack-8">
                {links.map((link) => (
                  <li key={link.to + link.label}>
                    <Link to={link.to}>{link.label}</Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
      </section>
    </JourneyLine>
  )
}
