// Examples of what is pressed, filled in and opened.

import { type ReactNode, useState } from 'react'
import { Button, LinkButton } from '../Button'
import { Checkbox } from '../Checkbox'
import { Chip, Chips } from '../Chip'
import { ConfirmDialog } from '../ConfirmDialog'
import { Dialog } from '../Dialog'
import { FormSummary } from '../FormSummary'
import { Icon } from '../Icon'
import { IconButton } from '../IconButton'
import { type IconName, icons } from '../icons'
import { NumberField } from '../NumberField'
import { PasswordField } from '../PasswordField'
import { PhoneField } from '../PhoneField'
import { Popover } from '../Popover'
import { RadioSegments } from '../RadioSegments'
import { SearchField } from '../SearchField'
import { Select } from '../Select'
import { RangeSlider } from '../Slider'
import { Switch } from '../Switch'
import { Badge, Tag, type Tone } from '../Tag'
import { TextArea } from '../TextArea'
import { TextField } from '../TextField'
import { ToastViewport } from '../Toast'
import type { Examples } from './DevPage.tsx'

const tones: Tone[] = ['ok', 'warn', 'bad', 'info', 'live', 'plain', 'none']
const fuels = ['Бензин', 'Дизель', 'Гибрид'].map((label) => ({ value: label, label }))

/** An example with a state. */
function With<Value>({
  first,
  children,
}: {
  first: Value
  children: (value: Value, set: (value: Value) => void) => ReactNode
}) {
  const [value, set] = useState(first)
  return children(value, set)
}

export const controls: Examples = {
  Кнопки: [
    <Button key="solid">Рассчитать</Button>,
    <Button key="pending" pendingLabel="Рассчитываем…">
      Рассчитать
    </Button>,
    ...(['line', 'danger', 'text'] as const).flatMap((variant) => [
      <Button key={variant} variant={variant}>
        {variant}
      </Button>,
      <Button key={`small ${variant}`} variant={variant} small disabled>
        {variant}
      </Button>,
    ]),
    <LinkButton key="link" small variant="text" to="/dev/ui">
      Ссылка кнопкой
    </LinkButton>,
    <IconButton key="bell" icon="bell" label="Уведомления, 3 новых" badge={3} />,
  ],
  'Метки и выбор': [
    ...tones.map((tone) => (
      <Tag key={tone} tone={tone}>
        {tone}
      </Tag>
    )),
    <Badge key="badge">Рекомендуем</Badge>,
    <With key="chips" first="Все">
      {(chosen, choose) => (
        <Chips label="Рубрика">
          {['Все', 'Обзоры', 'Советы'].map((name) => (
            <Chip key={name} pressed={name === chosen} count={26} onClick={() => choose(name)}>
              {name}
            </Chip>
          ))}
        </Chips>
      )}
    </With>,
  ],
  Значки: (Object.keys(icons) as IconName[]).map((name) => (
    <span key={name} className="code mute">
      <Icon name={name} /> {name}
    </span>
  )),
}

export const fields: Examples = {
  Поля: [
    <FormSummary key="summary" problems={[{ field: 'email', message: 'Укажите email' }]} />,
    <TextField key="text" label="Пустое" placeholder="Иван" hint="Подсказка до ошибки" />,
    <TextField key="good" label="Проверено" defaultValue="a@example.com" good="Адрес существует" />,
    <TextField key="bad" id="email" label="С ошибкой" error="Укажите email" />,
    <TextField key="off" label="Недоступно" defaultValue="Не нужен" disabled />,
    <NumberField key="number" label="С единицей" defaultValue="3 000 000" unit="₽" />,
    <PhoneField key="phone" label="Телефон" defaultValue="+7 916 204" />,
    <PasswordField key="password" label="Пароль" defaultValue="correct horse" />,
    <Select key="select" label="Список" options={fuels} />,
    <RadioSegments key="radio" label="Топливо" options={fuels} defaultValue="Дизель" />,
    <TextArea key="area" label="Сообщение" counter={100} hint="Например: универсал, дизель" />,
    <Checkbox key="check" label="Мне есть 18 лет" error="Без этого нельзя продолжить" />,
    <Checkbox key="partial" label="Частично" partial />,
    <Switch key="switch" label="Отправить позже" hint="По московскому времени" defaultChecked />,
    <With key="search" first="дизель">
      {(value, set) => <SearchField label="Поиск статей" value={value} onValueChange={set} />}
    </With>,
    <With key="range" first={[2, 7] as [number, number]}>
      {(value, set) => (
        <RangeSlider label="Цена, млн ₽" value={value} min={1} max={15} onChange={set} />
      )}
    </With>,
  ],
}

const toasts = (['none', 'warn', 'bad'] as const).map((tone) => ({
  id: tone,
  tone,
  kind: 'Платёж',
  title: 'Счёт на таможенные платежи',
  text: '1 893 957 ₽, оплатить до 1 декабря',
  actions: [{ label: 'Details', onSelect: () => undefined }],
  life: null,
}))

export const overlays: Examples = {
  'Поверх страницы': [
    <With key="dialog" first={false}>
      {(isOpen, set) => (
        <>
          <Button onClick={() => set(true)}>Открыть диалог</Button>
          <Dialog open={isOpen} onClose={() => set(false)} title="Бронирование осмотра">
            <TextField label="Имя" />
          </Dialog>
        </>
      )}
    </With>,
    <With key="confirm" first={false}>
      {(isOpen, set) => (
        <>
          <Button onClick={() => set(true)}>Удалить комментарий</Button>
          <ConfirmDialog
            open={isOpen}
            title="Удалить комментарий?"
            onConfirm={() => set(false)}
            onCancel={() => set(false)}
          />
        </>
      )}
    </With>,
    <Popover
      key="popover"
      label="Уведомления"
      trigger={<IconButton icon="bell" label="Показать уведомления" />}
    >
      Пока тихо
    </Popover>,
    <With key="toasts" first={toasts}>
      {(shown, set) => (
        <ToastViewport
          label="Всплывающие уведомления"
          more="+2 more notifications"
          toasts={shown}
          onClosed={(id) => set(shown.filter((toast) => toast.id !== id))}
        />
      )}
    </With>,
  ],
}
