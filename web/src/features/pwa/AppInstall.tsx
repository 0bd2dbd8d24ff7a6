import { useEffect } from 'react'
import { install } from '../../app/texts/pwa.ts'
import { Button } from '../../ui/Button'
import { CornerNote } from '../../ui/CornerNote.tsx'
import { useInstallOffer } from './installOffer.ts'
import { registerWorker } from './registerWorker.ts'

export default function AppInstall() {
  const { offer, accept, refuse } = useInstallOffer()
  useEffect(registerWorker, [])
  if (!offer) return null
  const isByHand = offer === 'steps'
  return (
    <CornerNote title={install.title} text={isByHand ? install.steps : install.reason}>
      {!isByHand && (
        <Button small onClick={accept}>
          {install.accept}
        </Button>
      )}
      <Button small variant="text" onClick={refuse}>
        {install.refuse}
      </Button>
    </CornerNote>
  )
}
