import type { ReactNode } from 'react'
import './dev.css'

/** One section of the page: its name on the left, the elements on the right. */
export function DevSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="dev-section">
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  )
}
