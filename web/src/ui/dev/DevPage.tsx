import { ControlsSheet } from './ControlsSheet'
import { DataSheet } from './DataSheet'
import { DrawingSheet } from './DrawingSheet'
import { FieldsSheet } from './FieldsSheet'
import { MeasuredSheet } from './MeasuredSheet'
import { OverSheet } from './OverSheet'
import { StatesSheet } from './StatesSheet'
import { TokensSheet } from './TokensSheet'

/** The living sheet of all elements; it is routed in development builds only. */
export function DevPage() {
  return (
    <div className="page" style={{ paddingTop: 56 }}>
      <h1 className="display">Лист элементов</h1>
      <TokensSheet />
      <ControlsSheet />
      <FieldsSheet />
      <MeasuredSheet />
      <DataSheet />
      <OverSheet />
      <StatesSheet />
      <DrawingSheet />
    </div>
  )
}
