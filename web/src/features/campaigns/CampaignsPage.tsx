// Campaigns: the form of a new one beside a preview, then the list of campaigns, then the event templates.

import { campaigns as texts } from '../../app/texts/campaigns.ts'
import { CampaignsTable } from './CampaignsTable.tsx'
import { ComposeForm } from './ComposeForm.tsx'
import { ConnectionCount, LiveStats } from './LiveStats.tsx'
import { TemplateList } from './TemplateList.tsx'
import { ToastPreview } from './ToastPreview.tsx'
import { useCompose } from './useCompose.ts'
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
          <ToastPreview draft={compose.form.values} />
          <LiveStats />
        </div>
      </div>
      <CampaignsTable />
      <TemplateList />
    </div>
  )
}
