import type { ReactNode } from 'react'
import './way.css'
import { classes } from '../classes'
import { Reveal } from '../Reveal'

/** The line that runs down a page; each RouteSection inside is a station on it. */
export function Route({ children }: { children: ReactNode }) {
  return <div className="ui-route">{children}</div>
}

type RouteSectionProps = {
  id: string
  title: ReactNode
  /** Stands beside the title, on its baseline. */
  aside?: ReactNode
  /** The degree of longitude, and perhaps a town: '10° Гамбург'. */
  station?: string
  /** The one station where something can be done now. */
  live?: boolean
  /** The one inverted band of a page. */
  band?: boolean
  className?: string
  children?: ReactNode
}

export function RouteSection(props: RouteSectionProps) {
  const { id, title, aside, station, live, band, className } = props
  const titleId = `${id}-title`
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className={classes('section page', band && 'band', className)}
    >
      {station && <Station name={station} live={live} />}
      <div className="head">
        <h2 id={titleId}>{title}</h2>
        {aside && <div className="aside">{aside}</div>}
      </div>
      <Reveal>{props.children}</Reveal>
    </section>
  )
}

export function Station({ name, live }: { name: string; live?: boolean }) {
  return (
    <span className={classes('ui-station', live && 'is-live')} aria-hidden="true">
      <span>{name}</span>
    </span>
  )
}
