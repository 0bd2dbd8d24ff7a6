// The notification desk: compose beside a live preview, the campaigns below, then the wordings.

import { campaigns as texts } from '../../app/texts/campaigns.ts'
import { CampaignsTable } from './CampaignsTable.tsx'
import { ComposeForm } from './ComposeForm.tsx'
import { ConnectionCount, LiveStats } from './LiveStats.tsx'
import { ToastPreview } from './ToastPreview.tsx'
import { useCompose } from './useCompose.ts'
import { TemplateList } from './TemplateList.tsx'
import './campaigns.css'

export function CampaignsPage() {
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
          <ToastPreview draft={compose.draft} />
          <LiveStats />
        </div>
      </div>
      <CampaignsTable />
      <TemplateList />
    </div>
  )
}
