import type { ReactNode } from 'react'
import './dev.css'

/** One block of the living page: its name at the left, the things themselves at the right. */
export function DevSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="dev-section">
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  )
}
