import { Link } from 'react-router'
import { type SiteSettings, useSettings } from '../../app/settings.ts'

const marks = /(\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\)|\{\w+\})/

/** One sentence of a legal text: strong words, links, and names from the settings. */
export function Sentence({ text }: { text: string }) {
  const settings = useSettings()
  return text.split(marks).map((part, place) => {
    const key = `${place}${part}`
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
    return name ? <Named key={key} name={name} settings={settings} /> : part
  })
}

function Named({ name, settings }: { name: string; settings: SiteSettings }) {
  const value = String(settings[name as keyof SiteSettings] ?? '')
  if (name === 'contactEmail') return <a href={`mailto:${value}`}>{value}</a>
  if (name === 'contactPhone') {
    return (
      <a className="num" href={`tel:${value.replace(/[^\d+]/g, '')}`}>
        {value}
      </a>
    )
  }
  return value
}
