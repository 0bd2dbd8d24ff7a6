import type { Body } from '../drawing/bodies'
import { CarDrawing } from '../drawing/CarDrawing'
import { RouteMap } from '../drawing/RouteMap'
import { DevSection } from './DevSection'

const bodies: Body[] = ['sedan', 'estate', 'coupe', 'suv', 'cabriolet', 'hatchback', 'van']
const all = ['frontOverhang', 'wheelbase', 'rearOverhang', 'length', 'height'] as const

export function DrawingSection() {
  return (
    <>
      <DevSection title="Чертёж с размерами">
        <CarDrawing body="sedan" dimensions={all} draw />
      </DevSection>
      <DevSection title="Проверки">
        <div className="only-d">
          <CarDrawing body="suv" xray callouts="checks" draw />
        </div>
        <CarDrawing body="coupe" xray callouts="markers" />
      </DevSection>
      <DevSection title="Ряд в одном масштабе">
        <div className="dev-lineup">
          {bodies.map((body) => (
            <div key={body}>
              <CarDrawing
                body={body}
                spanMm={5600}
                dimensions={['over']}
                unit="мм"
                ground={false}
                pad={[340, 120, 0, 120]}
              />
            </div>
          ))}
        </div>
      </DevSection>
      <DevSection title="Спереди, сзади, сверху">
        <div className="dev-three">
          <CarDrawing body="sedan" view="front" dimensions={['width', 'height']} />
          <CarDrawing body="suv" view="rear" />
          <CarDrawing body="sedan" view="top" />
        </div>
      </DevSection>
      <DevSection title="Путь">
        <RouteMap
          route="minsk"
          done={0}
          part={0.62}
          draw
          label="Карта пути: Штутгарт, Минск, Москва. Автомобиль едет в Минск"
          notes={{
            stuttgart: '3–18 октября',
            minsk: 'план 26–28 ноября',
            moscow: 'план 8–9 декабря',
          }}
          live={{ title: 'Автомобиль здесь', note: 'сегодня, 14:05 МСК' }}
        />
        <RouteMap
          route="klaipeda"
          done={1}
          part={0}
          label="Карта пути: Штутгарт, Гамбург, Клайпеда, Москва"
          live={{ title: 'Ждёт погрузки', note: '22 октября' }}
        />
      </DevSection>
    </>
  )
}
