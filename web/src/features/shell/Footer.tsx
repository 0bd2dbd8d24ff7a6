import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSettings } from '../../api/settings.ts'
import { anchors, pages } from '../../shared/paths.ts'
import { footer } from '../../shared/texts/footer.ts'
import { PhoneLink } from '../../ui/PhoneLink.tsx'
import marks from './brandMarks.svg?url'
import { Logo } from './Logo.tsx'
import { SiteStamp } from './SiteStamp.tsx'
import { listSocialLinks } from './widgets.ts'
import './Footer.css'

const { links } = footer

const company = [
  { to: pages.about, name: links.about },
  { to: anchors.team, name: links.team },
  { to: pages.cars, name: links.cars },
  { to: pages.blog, name: links.blog },
  { to: pages.contacts, name: links.contacts },
]
const services = [
  { to: anchors.selection, name: links.selection },
  { to: anchors.history, name: links.history },
  { to: anchors.delivery, name: links.delivery },
  { to: anchors.tradeIn, name: links.tradeIn },
  { to: anchors.calculator, name: links.calculator },
]
const documents = [
  { to: pages.privacy, name: links.privacy },
  { to: pages.terms, name: links.terms },
  { to: pages.sitemap, name: links.sitemap },
  { to: pages.status, name: links.status },
]

export default function Footer() {
  const { siteDescription, contactPhone, contactEmail } = useSettings()
  return (
    <footer id="footer" className="sh-foot page">
      <div className="sh-foot-cols">
        <div>
          <Logo />
          <p className="s ink2 sh-foot-about">{siteDescription}</p>
          <p className="s stack-4 sh-foot-contact">
            <PhoneLink phone={contactPhone} />
            <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
          </p>
        </div>
        <Column title={footer.company} links={company} />
        <Column title={footer.services} links={services} />
        <div>
          <p className="cap">{footer.brands}</p>
          <BrandMarks />
          <SocialLinks />
        </div>
      </div>
      <SiteStamp />
      <ul className="sh-foot-row s">
        {documents.map(({ to, name }) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
      </ul>
    </footer>
  )
}

type ColumnProps = { title: ReactNode; links: { to: string; name: string }[] }

function Column({ title, links: items }: ColumnProps) {
  return (
    <div>
      <p className="cap">{title}</p>
      <ul>
        {items.map(({ to, name }) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

// Ids of the logos in brandMarks.svg (scripts/brandMarks.mjs draws it).
const brands = [
  { mark: 'bmw', name: 'BMW' },
  { mark: 'mercedes', name: 'Mercedes-Benz' },
  { mark: 'audi', name: 'Audi' },
  { mark: 'porsche', name: 'Porsche' },
  { mark: 'volkswagen', name: 'Volkswagen' },
  { mark: 'volvo', name: 'Volvo' },
  { mark: 'landrover', name: 'Land Rover' },
  { mark: 'lexus', name: 'Lexus' },
]

function BrandMarks() {
  return (
    <ul className="sh-brands">
      {brands.map(({ mark, name }) => (
        <li key={mark}>
          <Link to={`${pages.cars}?brand=${encodeURIComponent(name)}`}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <use href={`${marks}#${mark}`} />
            </svg>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function SocialLinks() {
  const socialLinks = listSocialLinks(useSettings().widgets)
  return (
    <ul className="sh-social" aria-label={footer.social}>
      {socialLinks.map(({ name, href, mark }) => (
        <li key={name}>
          <a href={href} target="_blank" rel="noopener">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <use href={`${marks}#${mark}`} />
            </svg>
            <span className="sr">{name}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
