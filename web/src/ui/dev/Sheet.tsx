import type { ReactNode } from 'react'
import './Sheet.css'

/** One block of the living page: its name at the left, the things themselves at the right. */
export function Sheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="dev-sheet">
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  )
}
