import { hero } from '../../app/texts/home.ts'
import { CarDrawing } from '../../ui/drawing/CarDrawing'

// Points in millimetres of the car, which faces left in its data.
const callouts = [
  {
    id: 'paint',
    n: 1,
    at: [190, -700],
    to: [-60, -1330],
    side: 'left',
    text: hero.paint,
    note: hero.paintNote,
    numbered: false,
  },
  {
    id: 'history',
    n: 2,
    at: [3560, -900],
    to: [3330, -1330],
    side: 'right',
    text: hero.history,
    note: hero.historyNote,
    numbered: false,
  },
] as const

export default function HeroCar() {
  return (
    <CarDrawing
      body="sedan"
      label={hero.drawing}
      ground={false}
      dimensions={['over']}
      unit={hero.mm}
      callouts={callouts as never}
      pad={[300, 130, 0, 30]}
      className="home-car"
      draw
    />
  )
}
