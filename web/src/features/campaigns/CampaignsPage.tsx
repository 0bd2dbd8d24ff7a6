// Campaigns: the form of a new campaign beside its preview, then the list of campaigns (a section of
// the admin panel), then the event templates.

import type { ReactNode } from 'react'
import { campaignList, campaigns as texts } from '../../shared/texts/campaigns.ts'
import { ComposeForm } from './ComposeForm.tsx'
import { ConnectionCount, LiveStats } from './LiveStats.tsx'
import { TemplateList } from './TemplateList.tsx'
import { ToastPreview } from './ToastPreview.tsx'
import { useCompose } from './useCompose.ts'
import './campaigns.css'

export function CampaignsPage({ list }: { list: ReactNode }) {
  const compose = useCompose()
  return (
    <div className="cp-page">
      <div className="cp-title">
        <h1>{texts.title}</h1>
        <ConnectionCount />
      </div>
      <div className="cp-split">
        <ComposeForm compose={compose} />
        <div className="cp-side">
          <ToastPreview draft={compose.form.values} />
          <LiveStats />
        </div>
      </div>
      <section>
        <div className="cp-head">
          <h2>{campaignList.title}</h2>
        </div>
        {list}
      </section>
      <TemplateList />
    </div>
  )
}
