import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type SiteSettings, useSettings } from '../../api/settings.ts'
import { formatDay } from '../../lib/dates.ts'
import type { LegalBlock, LegalText } from '../../shared/texts/privacy.ts'
import { JourneyLine, Station } from '../../ui/journey/JourneySection.tsx'
import { PhoneLink } from '../../ui/PhoneLink.tsx'
import './legal.css'

const contents = 'Содержание'

/** Replaces {today} by today's date. The prerendered page has the date of the version instead. */
function useEffectiveDate({ effective, version }: LegalText): string {
  const [today, setToday] = useState<string | null>(null)
  useEffect(() => setToday(formatDay(new Date())), [])
  return effective.replace('{today}', today ?? formatDay(version))
}

export function LegalPage({ text }: { text: LegalText }) {
  const effective = useEffectiveDate(text)
  return (
    <JourneyLine>
      <article className="page legal">
        <nav className="legal-contents s" aria-label={contents}>
          <ol className="stack-8">
            {text.sections.map(
              ({ number, title }) =>
                number && (
                  <li key={number}>
                    <a href={`#section-${number}`}>{title}</a>
                  </li>
                ),
            )}
          </ol>
        </nav>
        <header>
          <h1>{text.title}</h1>
          <p className="s mute">{effective}</p>
        </header>
        <div className="prose legal-intro">
          <Blocks blocks={text.intro} />
        </div>
        {text.sections.map(({ number, title, blocks }) => (
          <section key={title} id={number && `section-${number}`} className="legal-section">
            {number && <Station name={number} />}
            <div className="prose">
              <h2>{number ? `${number}. ${title}` : title}</h2>
              <Blocks blocks={blocks} />
            </div>
          </section>
        ))}
      </article>
    </JourneyLine>
  )
}

function Blocks({ blocks }: { blocks: LegalBlock[] }) {
  return blocks.map((block) => {
    if (typeof block === 'string') {
      return (
        <p key={block}>
          <Sentence text={block} />
        </p>
      )
    }
    const items = 'list' in block ? block.list : block.steps
    const List = 'list' in block ? 'ul' : 'ol'
    return (
      <List key={items[0]}>
        {items.map((item) => (
          <li key={item}>
            <Sentence text={item} />
          </li>
        ))}
      </List>
    )
  })
}

const markPattern = /(\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\)|\{\w+\})/

/** A sentence of a legal text, with bold words, links, and values from the site settings. */
function Sentence({ text }: { text: string }) {
  const settings = useSettings()
  return text.split(markPattern).map((part, index) => {
    const key = `${index}${part}`
    const strong = /^\*\*(.+)\*\*$/.exec(part)?.[1]
    if (strong) return <strong key={key}>{strong}</strong>
    const [, words, to] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? []
    if (words && to) {
      return (
        <Link key={key} to={to}>
          {words}
        </Link>
      )
    }
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    return name ? <SettingValue key={key} name={name} settings={settings} /> : part
  })
}

function SettingValue({ name, settings }: { name: string; settings: SiteSettings }) {
  const value = String(settings[name as keyof SiteSettings] ?? '')
  if (name === 'contactEmail') return <a href={`mailto:${value}`}>{value}</a>
  return name === 'contactPhone' ? <PhoneLink phone={value} /> : value
}
