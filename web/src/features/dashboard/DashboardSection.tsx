import type { ReactNode } from 'react'

type Props = { id: string; title: string; children: ReactNode }

export function DashboardSection({ id, title, children }: Props) {
  return (
    <section id={id} className="db-section" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  )
}

type TitledProps = Props & { className?: string }

/** A part of a section or of a page, with a small heading. */
export function TitledSection({ id, title, className, children }: TitledProps) {
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id} className="db-sub">
        {title}
      </h2>
      {children}
    </section>
  )
}
