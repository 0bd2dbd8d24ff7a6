import { heroCar } from '../../shared/texts/homeFirstScreen.ts'
import type { CalloutText } from '../../ui/drawing/Callouts.tsx'
import { CarDrawing } from '../../ui/drawing/CarDrawing.tsx'

// Points are in mm of the car. The drawing's data faces left, and `CarDrawing` mirrors it.
const callouts: readonly CalloutText[] = [
  {
    id: 'paint',
    n: 1,
    at: [190, -700],
    to: [-60, -1330],
    side: 'left',
    text: heroCar.paint,
    note: heroCar.paintNote,
    numbered: false,
  },
  {
    id: 'history',
    n: 2,
    at: [3560, -900],
    to: [3330, -1330],
    side: 'right',
    text: heroCar.history,
    note: heroCar.historyNote,
    numbered: false,
  },
]

export default function HeroCar() {
  return (
    <CarDrawing
      body="sedan"
      label={heroCar.drawing}
      ground={false}
      dimensions={['over']}
      unit={heroCar.mm}
      callouts={callouts}
      pad={[300, 130, 0, 30]}
      className="home-car"
      draw
    />
  )
}
