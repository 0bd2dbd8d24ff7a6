import { Button } from '../Button'
import { EmptyState } from '../EmptyState'
import { Banner, ErrorNote, Note } from '../Note'
import { Reveal } from '../Reveal'
import { Loading, Skeleton } from '../Skeleton'
import { DevSection } from './DevSection'

export function StatesSection() {
  return (
    <DevSection title="Пусто, ошибка, загрузка">
      <Reveal>
        <div className="dev-three">
          <div className="dev-panel">
            <EmptyState
              title="Здесь будет путь вашего автомобиля"
              action={<Button small>Оставить заявку</Button>}
            >
              Семь отметок с датами и документами. Появится, когда подпишем договор.
            </EmptyState>
          </div>
          <div className="dev-panel">
            <ErrorNote
              title="Не удалось рассчитать стоимость"
              code="7f3a-19"
              onRetry={() => undefined}
            >
              Сервис не ответил за 10 секунд. Данные на месте, ошибка на нашей стороне.
            </ErrorNote>
          </div>
          <div className="dev-panel">
            <Loading>
              <Skeleton width="40%" height={14} />
              <Skeleton width="88%" height={44} />
              <Skeleton height={36} />
              <Skeleton height={12} />
              <Skeleton width="72%" height={12} />
            </Loading>
          </div>
        </div>
      </Reveal>
      <Banner
        tone="warn"
        action={
          <Button small variant="text">
            Повторить
          </Button>
        }
      >
        Не удалось получить данные. Показаны типовые значения.
      </Banner>
      <div style={{ marginTop: 28 }}>
        <Note tone="warn" title="Срок пересекает смену ставок">
          Если декларация будет подана после 31 декабря, сбор вырастет на 158 400 ₽.
        </Note>
      </div>
    </DevSection>
  )
}
