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
