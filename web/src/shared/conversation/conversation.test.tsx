import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderRoute } from '../../../tests/renderRoute.tsx'
import { network } from '../../../tests/setup.ts'
import type { TimelinePage } from '../../api/conversations.ts'
import { Conversation } from './Conversation.tsx'
import { readStored } from './conversationStorage.ts'

const emptyPage: TimelinePage = {
  success: true,
  messages: [],
  last_number: 0,
  read: { buyer: 0, company: 0 },
  unread: 0,
  assignee_name: null,
  reply_by: null,
  can_write: true,
}
const path = '*/api/me/orders/order-1/messages'

it.each([
  {
    what: 'an error of the server',
    respond: () => HttpResponse.json({ code: 'internal', message: 'Ошибка' }, { status: 500 }),
    sentence: /^Сервер сейчас не.принимает сообщения\. Они сохранены/,
  },
  {
    what: 'a missing connection',
    respond: () => HttpResponse.error(),
    sentence: /^Нет связи\. Сообщения сохранены/,
  },
])('the buyer reads what happens to the message after $what', async ({ respond, sentence }) => {
  network.use(
    http.get(path, () => HttpResponse.json(emptyPage)),
    http.post(`${path}/typing`, () => HttpResponse.json({ success: true })),
    http.post(path, respond),
  )
  renderRoute(<Conversation place={{ side: 'buyer', order: 'order-1' }} />)
  await userEvent.type(await screen.findByRole('textbox', { name: 'Сообщение' }), 'Где машина?')
  await userEvent.click(screen.getByRole('button', { name: 'Отправить' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(readStored('queue:buyer:order-1')).toMatchObject([{ text: 'Где машина?' }])
})
