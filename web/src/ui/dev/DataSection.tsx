import { useState } from 'react'
import { roubles } from '../../lib/numbers'
import { Accordion } from '../Accordion'
import { Avatar } from '../Avatar'
import { Breadcrumbs } from '../Breadcrumbs'
import { Disclosure } from '../Disclosure'
import { Pagination } from '../Pagination'
import { Stamp } from '../Stamp'
import { type Order, Table } from '../Table'
import { Tabs } from '../Tabs'
import { Tag } from '../Tag'
import { DevSection } from './DevSection'

type Row = { id: string; stage: string; keys: string; price: number }
const rows: Row[] = [
  { id: 'МА-2291', stage: 'Логистика', keys: '8–9 декабря', price: 5_543_957 },
  { id: 'МА-2288', stage: 'Передан', keys: '14 ноября', price: 4_323_800 },
]

function Orders({ dense }: { dense?: boolean }) {
  const [order, setOrder] = useState<Order>({ column: 'stage', direction: 'desc' })
  return (
    <Table
      label={dense ? 'Заказы, плотно' : 'Заказы'}
      dense={dense}
      rows={rows}
      rowId={(row) => row.id}
      order={order}
      onOrder={setOrder}
      isSelected={(row) => row.id === 'МА-2288'}
      columns={[
        { id: 'id', title: 'Заказ', cell: (row) => row.id, num: true },
        {
          id: 'stage',
          title: 'Этап',
          sortable: true,
          cell: (row) => <Tag tone={row.stage === 'Передан' ? 'ok' : 'live'}>{row.stage}</Tag>,
        },
        { id: 'keys', title: 'Ключи', cell: (row) => row.keys, num: true },
        {
          id: 'price',
          title: 'Под ключ',
          sortable: true,
          align: 'right',
          num: true,
          cell: (row) => roubles(row.price),
        },
      ]}
      foot={dense ? undefined : ['Итого', null, null, roubles(9_867_757)]}
    />
  )
}

export function DataSection() {
  const [page, setPage] = useState(1)
  return (
    <>
      <DevSection title="Таблица, вкладки">
        <Breadcrumbs
          crumbs={[{ label: 'Личный кабинет', to: '/dashboard' }, { label: 'Заказ МА-2291' }]}
        />
        <Tabs
          label="Заказ"
          tabs={[
            { id: 'way', label: 'Путь', content: <Orders /> },
            { id: 'documents', label: 'Документы', count: '6 из 8', content: <Orders dense /> },
            { id: 'payments', label: 'Платежи', content: <p>Платежи заказа</p> },
          ]}
        />
        <Orders dense />
        <Pagination page={page} pageSize={10} total={34} onPage={setPage} />
      </DevSection>
      <DevSection title="Раскрытие, штамп">
        <Accordion
          openId="a"
          items={[
            {
              id: 'a',
              title: 'Сколько длится доставка?',
              content: 'От четырёх до восьми недель. Две трети срока занимает дорога.',
            },
            { id: 'b', title: 'Какие документы нужны?', content: 'Паспорт и ИНН.' },
          ]}
        />
        <Disclosure summary="Как это посчитано">15 % × 4 000 000</Disclosure>
        <div className="dev-row">
          <Avatar name="Анна Серова" size={96} presence="online" />
          <Avatar name="Пётр Ильин" presence="away" />
          <Avatar name="Олег Карп" presence="offline" />
        </div>
        <Stamp
          cells={[
            { term: 'Лист', value: 'Лист элементов', span: 4 },
            { term: 'Масштаб', value: '1 : 1' },
            { term: 'Редакция ставок', value: 'ru-2026-01, в силе' },
            { term: 'Курс евро', value: '93,3508 ₽' },
            { term: 'Лист / дата', value: '15 / 20.11.2026' },
          ]}
        />
      </DevSection>
    </>
  )
}
