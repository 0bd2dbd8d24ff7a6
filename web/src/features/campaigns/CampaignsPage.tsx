// The notification desk: compose beside a live preview, the campaigns below, then the wordings.

import { campaigns as texts } from '../../app/texts/campaigns.ts'
import { CampaignsTable } from './CampaignsTable.tsx'
import { ComposeForm } from './ComposeForm.tsx'
import { Connections, LiveFigures } from './LiveFigures.tsx'
import { Preview } from './Preview.tsx'
import { useCompose } from './useCompose.ts'
import { Wordings } from './Wordings.tsx'
import './campaigns.css'

export function CampaignsPage() {
  const compose = useCompose()
  return (
    <div className="cp-page">
      <div className="cp-title">
        <h1>{texts.title}</h1>
        <Connections />
      </div>
      <div className="cp-split">
        <ComposeForm compose={compose} />
        <div className="cp-side">
          <Preview draft={compose.draft} />
          <LiveFigures />
        </div>
      </div>
      <CampaignsTable />
      <Wordings />
    </div>
  )
}
