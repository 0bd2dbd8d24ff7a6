import { useState } from 'react'
import { Button, LinkButton } from '../Button'
import { Chip, Chips } from '../Chip'
import { Icon } from '../Icon'
import { IconButton } from '../IconButton'
import { type IconName, icons } from '../icons'
import { Badge, Tag } from '../Tag'
import { DevSection } from './DevSection'

export function ControlsSection() {
  const [chosen, choose] = useState('Все')
  return (
    <>
      <DevSection title="Кнопки">
        <div className="dev-row">
          <Button>Рассчитать</Button>
          <Button pendingLabel="Рассчитываем…">Рассчитать</Button>
          <Button disabled>Недоступна</Button>
        </div>
        <div className="dev-row">
          <Button variant="line">Загрузить ещё</Button>
          <Button variant="line" disabled>
            Недоступна
          </Button>
          <Button variant="danger">Удалить</Button>
        </div>
        <div className="dev-row">
          <Button variant="text">Подробный расчёт</Button>
          <Button variant="text">
            <Icon name="share" />
            Поделиться
          </Button>
          <Button small>Малая</Button>
          <Button small variant="line">
            Малая
          </Button>
          <Button small variant="danger">
            Отклонить
          </Button>
          <LinkButton small variant="text" to="/dev/ui">
            Ссылка кнопкой
          </LinkButton>
          <a href="#links">Ссылка в тексте</a>
        </div>
        <Chips label="Рубрика">
          {['Все', 'Обзоры', 'Советы', 'Новости', 'Гиды', 'Обслуживание'].map((name, i) => (
            <Chip
              key={name}
              pressed={name === chosen}
              count={26 - i * 4}
              onClick={() => choose(name)}
            >
              {name}
            </Chip>
          ))}
        </Chips>
        <div className="dev-row" style={{ marginTop: 20 }}>
          <IconButton icon="bell" label="Уведомления, 3 новых" badge={3} />
          <IconButton icon="moon" label="Включить тёмную тему" />
          <IconButton icon="bookmark" label="Убрать из избранного" filled aria-pressed />
          <Tag tone="ok">работает</Tag>
          <Tag tone="warn">задержки</Tag>
          <Tag tone="bad">отклонён</Tag>
          <Tag tone="info">работы</Tag>
          <Tag tone="live">сейчас</Tag>
          <Tag>без сбоев</Tag>
          <Tag tone="none">нет данных</Tag>
          <Badge>Рекомендуем</Badge>
        </div>
      </DevSection>
      <DevSection title="Значки">
        <div className="dev-icons">
          {(Object.keys(icons) as IconName[]).map((name) => (
            <div key={name}>
              <Icon name={name} />
              <span className="code mute">{name}</span>
            </div>
          ))}
        </div>
      </DevSection>
    </>
  )
}
