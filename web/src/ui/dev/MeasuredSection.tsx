import { Counter } from '../Counter'
import { DimensionLine } from '../DimensionLine'
import { MeasuredBar, type Part } from '../MeasuredBar'
import { type DayMark, NinetyDays } from '../NinetyDays'
import { Swatch } from '../Swatch'
import { DevSection } from './DevSection'

const parts: Part[] = [
  { id: 'car', label: 'Автомобиль', value: 4_000_000, hatch: 'solid' },
  { id: 'duty', label: 'Пошлина', value: 600_000, hatch: 'slant' },
  { id: 'vat', label: 'НДС', value: 967_559, hatch: 'cross' },
  { id: 'fee', label: 'Утилизационный сбор', value: 667_400, hatch: 'dots' },
  { id: 'excise', label: 'Акциз', value: 237_795, hatch: 'rule' },
  { id: 'clearance', label: 'Таможенный сбор', value: 16_524, hatch: 'plain' },
]

const days: DayMark[] = Array.from({ length: 90 }, (_, i) => {
  const state = i < 4 ? 'none' : i === 30 ? 'down' : i === 61 ? 'slow' : i === 74 ? 'works' : 'ok'
  return { day: String(i), state, title: `${i + 1}-й день` }
})

const figures = [
  ['клиентов', 1000, '+', 'остались довольны автомобилем'],
  ['сделок', 98, '%', 'завершены успешно'],
  ['стран', 15, '', 'партнёров'],
  ['лет', 3, '+', 'возим автомобили'],
] as const

export function MeasuredSection() {
  return (
    <DevSection title="Размер и штриховка">
      <MeasuredBar
        parts={parts}
        shares
        groups={[
          { label: 'автомобиль', value: 4_000_000 },
          { label: 'платежи', value: 2_489_278 },
        ]}
      />
      <ul className="dev-row s" style={{ marginTop: 16 }}>
        {parts.map((part) => (
          <li key={part.id}>
            <Swatch hatch={part.hatch} /> {part.label}
          </li>
        ))}
      </ul>
      <DimensionLine value="5 543 957 ₽">под ключ</DimensionLine>
      <MeasuredBar
        parts={[
          { id: 'paid', label: 'Оплачено', value: 3_650_000, hatch: 'solid' },
          { id: 'left', label: 'Осталось', value: 1_893_957, hatch: 'empty' },
        ]}
        height={20}
      />
      <div className="dev-states" style={{ marginTop: 40 }}>
        {figures.map(([unit, value, suffix, text]) => (
          <div key={unit}>
            <DimensionLine>{unit}</DimensionLine>
            <Counter value={value} suffix={suffix} large />
            <span className="s ink2">{text}</span>
          </div>
        ))}
      </div>
      <div style={{ marginTop: 40 }}>
        <NinetyDays days={days} label="Сайт, 90 дней: один сбой, один день с задержками" />
      </div>
    </DevSection>
  )
}
