import { roubles } from '../../lib/numbers'
import { GiantPrice } from '../GiantPrice'
import { DevSection } from './DevSection'

const colours = [
  ['background', 'бумага'],
  ['surface', 'лист, поля'],
  ['wash', 'подложка'],
  ['ink', 'тушь'],
  ['ink-2', 'второй текст'],
  ['ink-3', 'третий текст'],
  ['hair', 'волосная'],
  ['line', 'линия, рамка поля'],
  ['accent', 'нажимается'],
  ['accent-hover', 'под курсором'],
  ['accent-wash', 'выбрано'],
  ['ok', 'успех'],
  ['warn', 'внимание'],
  ['bad', 'ошибка'],
  ['info', 'сведения'],
] as const

const sizes = [
  ['3xl 40–76', 'display', 'Смета до рубля'],
  ['2xl 32–52', 'h1', 'Семь этапов в масштабе'],
  ['xl 28', 'xl', 'Доставка и растаможивание'],
  ['l 20', 'h3 strong', 'Смета с источниками'],
  ['m 16', '', 'У каждой строки есть формула и номер документа.'],
  ['s 14', 's', 'Поля, таблицы, подписи кнопок в инструментах'],
  ['xs 12', 'xs ink2', 'Подсказка под полем, время, источник'],
  ['чертёжный 12', 'dim', '4 955 мм, 48°47′ с. ш., ru-2026-01, 30-й день'],
] as const

export function TokensSection() {
  return (
    <>
      <DevSection title="Цвет">
        <div className="dev-swatches">
          {colours.map(([token, name]) => (
            <div key={token}>
              <i style={{ background: `var(--${token})` }} />
              <p className="s strong">{name}</p>
              <p className="code mute">{`--${token}`}</p>
            </div>
          ))}
        </div>
      </DevSection>
      <DevSection title="Кегль">
        {sizes.map(([size, name, text]) => (
          <div key={size} className="dev-type">
            <span className="code mute">{size}</span>
            <span className={name}>{text}</span>
          </div>
        ))}
        <GiantPrice
          value={roubles(6489278)}
          label="Итого с автомобилем"
          aside="редакция ru-2026-01"
        />
      </DevSection>
    </>
  )
}
