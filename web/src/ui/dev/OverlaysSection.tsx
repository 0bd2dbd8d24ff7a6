import { useState } from 'react'
import { Button } from '../Button'
import { ConfirmDialog } from '../ConfirmDialog'
import { Dialog } from '../Dialog'
import { IconButton } from '../IconButton'
import { Popover } from '../Popover'
import { TextField } from '../TextField'
import { type ToastData, ToastViewport } from '../Toast'
import { DevSection } from './DevSection'

const toasts: ToastData[] = [
  {
    id: '1',
    tone: 'none',
    kind: 'Система',
    title: 'Настройки уведомлений сохранены',
    life: 60_000,
  },
  {
    id: '2',
    tone: 'warn',
    kind: 'Платёж',
    title: 'Счёт на таможенные платежи',
    text: '1 893 957 ₽, оплатить до 1 декабря',
    actions: [{ label: 'Details', onSelect: () => undefined }],
    life: 90_000,
  },
  {
    id: '3',
    tone: 'bad',
    kind: 'Безопасность',
    title: 'Вход с нового устройства',
    text: 'Chrome, Windows, Казань',
    actions: [
      { label: 'Check', onSelect: () => undefined },
      { label: 'Ignore', onSelect: () => undefined },
    ],
    life: null,
    urgent: true,
  },
]

export function OverlaysSection() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  const [shown, setShown] = useState(toasts)
  const close = () => setOpen(null)
  return (
    <DevSection title="Поверх страницы">
      <div className="dev-row">
        <Button variant="line" onClick={() => setOpen('dialog')}>
          Открыть диалог
        </Button>
        <Button variant="danger" onClick={() => setOpen('confirm')}>
          Удалить комментарий
        </Button>
        <Popover
          label="Уведомления"
          trigger={<IconButton icon="bell" label="Показать уведомления" />}
        >
          <p className="s" style={{ padding: 16 }}>
            Пока тихо
          </p>
        </Popover>
      </div>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Бронирование осмотра"
        description="Мы подтвердим время письмом."
        size="narrow"
        footer={<Button onClick={close}>Записаться</Button>}
      >
        <TextField label="Имя" />
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        title="Удалить комментарий?"
        description="Вернуть его будет нельзя."
        onConfirm={close}
        onCancel={close}
      />
      <div className="dev-toasts">
        <ToastViewport
          label="Всплывающие уведомления"
          more="+2 more notifications"
          toasts={shown}
          onClosed={(id) => setShown((now) => now.filter((toast) => toast.id !== id))}
        />
      </div>
    </DevSection>
  )
}
