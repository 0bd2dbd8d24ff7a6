import { useState } from 'react'
import { roubles } from '../../lib/numbers'
import { missingDigits } from '../../lib/phone'
import { formatCount } from '../../lib/plural'
import { Checkbox } from '../Checkbox'
import { FormSummary } from '../FormSummary'
import { NumberField } from '../NumberField'
import { PasswordField } from '../PasswordField'
import { PhoneField } from '../PhoneField'
import { RadioSegments } from '../RadioSegments'
import { SearchField } from '../SearchField'
import { Select } from '../Select'
import { RangeSlider, Slider } from '../Slider'
import { Switch } from '../Switch'
import { TextArea } from '../TextArea'
import { TextField } from '../TextField'
import { DevSection } from './DevSection'

const fuels = [
  { value: 'petrol', label: 'Бензин' },
  { value: 'diesel', label: 'Дизель' },
  { value: 'hybrid', label: 'Гибрид', disabled: true },
]
const ages = ['до 3 лет', '3–5 лет', 'старше 5'].map((label) => ({ value: label, label }))

function Phone() {
  const [phone, setPhone] = useState('+7 916 204')
  const missing = missingDigits(phone)
  const error =
    missing > 0 ? `Не хватает ещё ${formatCount(missing, ['цифры', 'цифр', 'цифр'])}` : null
  return (
    <PhoneField
      id="phone"
      label="Телефон"
      value={phone}
      error={error}
      onChange={(event) => setPhone(event.target.value)}
    />
  )
}

function Sliders() {
  const [price, setPrice] = useState(40)
  const [range, setRange] = useState<[number, number]>([2_000_000, 7_500_000])
  return (
    <>
      <Slider label="Громкость" value={price} min={0} max={100} onChange={setPrice} />
      <RangeSlider
        label="Цена под ключ"
        value={range}
        min={1_000_000}
        max={15_000_000}
        step={100_000}
        format={(value) => roubles(value)}
        onChange={setRange}
      />
    </>
  )
}

export function FieldsSection() {
  const [search, setSearch] = useState('дизель')
  return (
    <DevSection title="Поля">
      <FormSummary
        problems={[
          { field: 'phone', message: 'Телефон: не хватает четырёх цифр' },
          { field: 'text', message: 'Сообщение длиннее 100 знаков' },
        ]}
      />
      <div className="dev-states" style={{ marginTop: 28 }}>
        <TextField label="Пустое" placeholder="Иван" hint="Подсказка до ошибки" />
        <TextField label="Проверено" defaultValue="andrey@example.com" good="Адрес существует" />
        <Phone />
        <TextField label="Недоступно" defaultValue="Не нужен для электромобиля" disabled />
        <Select label="Список" options={fuels} defaultValue="diesel" />
        <NumberField label="С единицей" defaultValue="3 000 000" unit="₽" />
        <PasswordField label="Пароль" defaultValue="correct horse" />
        <Select label="Список с ошибкой" options={fuels} error="Выберите топливо" />
        <SearchField
          label="Поиск статей"
          placeholder="Поиск"
          value={search}
          onValueChange={setSearch}
        />
        <Select label="Малый список" small hideLabel options={fuels} />
        <div className="ui-fields">
          <Checkbox label="Не отмечен" />
          <Checkbox label="Отмечен" defaultChecked />
          <Checkbox label="Частично" partial />
          <Checkbox label="Недоступен" disabled />
          <Checkbox label="Мне есть 18 лет" error="Без этого нельзя продолжить" />
        </div>
        <div className="ui-fields">
          <Switch label="Электромобиль" />
          <Switch label="Отправить позже" hint="По московскому времени" defaultChecked />
          <Switch label="Недоступен" disabled />
        </div>
        <div className="dev-wide">
          <RadioSegments label="Возраст автомобиля" options={ages} defaultValue="3–5 лет" />
          <Sliders />
        </div>
        <div className="dev-wide">
          <TextArea
            id="text"
            label="Сообщение"
            counter={100}
            hint="Например: универсал, дизель"
            defaultValue="Универсал, дизель, до 5 млн ₽ под ключ, к марту"
          />
        </div>
      </div>
    </DevSection>
  )
}
