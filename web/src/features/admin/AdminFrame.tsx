// The frame of every page of the panel: the list of sections, and the open one beside it.

import type { ReactNode } from 'react'
import { AdminNav } from './AdminNav.tsx'
import './admin.css'

export function AdminFrame({ children }: { children: ReactNode }) {
  return (
    <div className="ad-panel-page is-worked-right">
      <AdminNav />
      <div className="ad-main">{children}</div>
    </div>
  )
}
