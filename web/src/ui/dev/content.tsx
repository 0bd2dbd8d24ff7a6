// Examples of what is read: tables, states, measures and drawings.

import { roubles } from '../../lib/numbers'
import { Accordion } from '../Accordion'
import { Avatar } from '../Avatar'
import { Button } from '../Button'
import { Counter } from '../Counter'
import { DimensionLine } from '../DimensionLine'
import { Disclosure } from '../Disclosure'
import type { Body } from '../drawing/bodies'
import { CarDrawing } from '../drawing/CarDrawing'
import { RouteMap } from '../drawing/RouteMap'
import { EmptyState } from '../EmptyState'
import { GiantPrice } from '../GiantPrice'
import { MeasuredBar } from '../MeasuredBar'
import { NinetyDays } from '../NinetyDays'
import { Banner, ErrorNote, Note } from '../Note'
import { Pagination } from '../Pagination'
import { Loading, Skeleton } from '../Skeleton'
import { Stamp } from '../Stamp'
import { Table } from '../Table'
import { Tabs } from '../Tabs'
import type { Examples } from './DevPage.tsx'

const bodies: Body[] = ['sedan', 'estate', 'coupe', 'suv', 'cabriolet', 'hatchback', 'van']
const hatches = ['solid', 'slant', 'cross', 'dots', 'rule', 'plain', 'empty'] as const
const orders = [
  { id: 'МА-2291', stage: 'Логистика', price: 5_543_957 },
  { id: 'МА-2288', stage: 'Передан', price: 4_323_800 },
]
const days = Array.from({ length: 90 }, (_, i) => {
  const state = i < 4 ? 'none' : i === 30 ? 'down' : i === 61 ? 'slow' : 'ok'
  return { day: String(i), state, title: `${i + 1}-й день` } as const
})

const table = (
  <Table
    label="Заказы"
    rows={orders}
    rowId={(row) => row.id}
    columns={[
      { id: 'id', title: 'Заказ', cell: (row) => row.id, num: true },
      { id: 'stage', title: 'Этап', sortable: true, cell: (row) => row.stage },
      { id: 'price', title: 'Под ключ', align: 'right', cell: (row) => roubles(row.price) },
    ]}
    foot={['Итого', null, roubles(9_867_757)]}
  />
)

export const content: Examples = {
  'Таблица и вкладки': [
    <Tabs
      key="tabs"
      label="Заказ"
      tabs={[
        { id: 'way', label: 'Путь', content: table },
        { id: 'documents', label: 'Документы', count: '6 из 8', content: 'Документы заказа' },
      ]}
    />,
    <Pagination key="pages" page={2} pageSize={10} total={34} onPage={() => undefined} />,
    <Accordion
      key="accordion"
      items={[{ id: 'a', title: 'Сколько длится?', content: '4 недели' }]}
    />,
    <Disclosure key="disclosure" summary="Как это посчитано">
      15 % × 4 000 000
    </Disclosure>,
    <Avatar key="avatar" name="Анна Серова" size={96} presence="online" />,
    <Stamp key="stamp" cells={[{ term: 'Редакция', value: 'ru-2026-01, в силе' }]} />,
  ],
  'Пусто, ошибка, загрузка': [
    <EmptyState key="empty" title="Здесь будет путь" action={<Button small>Заявка</Button>}>
      Появится, когда подпишем договор.
    </EmptyState>,
    <ErrorNote key="error" title="Не удалось рассчитать" code="7f3a-19" onRetry={() => undefined}>
      Сервис не ответил за 10 секунд.
    </ErrorNote>,
    <Loading key="loading">
      <Skeleton width="40%" height={14} />
      <Skeleton height={36} />
    </Loading>,
    <Banner key="banner" tone="warn">
      Показаны типовые значения.
    </Banner>,
    <Note key="note" tone="warn" title="Срок пересекает смену ставок">
      Сбор вырастет на 158 400 ₽.
    </Note>,
  ],
  'Размер и штриховка': [
    <MeasuredBar
      key="bar"
      shares
      parts={hatches.map((hatch, i) => ({ id: hatch, label: hatch, value: 9 - i, hatch }))}
    />,
    <DimensionLine key="line" value="5 543 957 ₽">
      под ключ
    </DimensionLine>,
    <GiantPrice key="price" value={roubles(6_489_278)} label="Итого с автомобилем" />,
    <Counter key="counter" value={1000} suffix="+" large />,
    <NinetyDays key="days" days={days} label="Сайт, 90 дней" />,
  ],
}

export const drawings: Examples = {
  Чертежи: [
    ...bodies.map((body) => (
      <CarDrawing key={body} body={body} spanMm={5600} dimensions={['over']} unit="мм" />
    )),
    <CarDrawing key="checks" body="suv" xray callouts="checks" draw />,
    ...(['front', 'rear', 'top'] as const).map((view) => (
      <CarDrawing key={view} body="sedan" view={view} />
    )),
    <RouteMap
      key="route"
      route="minsk"
      done={0}
      part={0.62}
      draw
      label="Штутгарт, Минск, Москва"
    />,
  ],
}
