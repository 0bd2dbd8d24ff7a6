import { ControlsSection } from './ControlsSection'
import { DataSection } from './DataSection'
import { DrawingSection } from './DrawingSection'
import { FieldsSection } from './FieldsSection'
import { MeasuredSection } from './MeasuredSection'
import { OverlaysSection } from './OverlaysSection'
import { StatesSection } from './StatesSection'
import { TokensSection } from './TokensSection'

/** All elements of the design system on one page, in development builds only. */
export function DevPage() {
  return (
    <div className="page" style={{ paddingTop: 56 }}>
      <h1 className="display">Лист элементов</h1>
      <TokensSection />
      <ControlsSection />
      <FieldsSection />
      <MeasuredSection />
      <DataSection />
      <OverlaysSection />
      <StatesSection />
      <DrawingSection />
    </div>
  )
}
