// Events of the shell's state. Like createAction of Redux Toolkit, which the first load does not have (decision 0132).

import type { UnknownAction } from '@reduxjs/toolkit'

type Payload<Data> = { type: string; payload: Data }

/** The creator of an event. `prepare` makes the payload of its argument. */
export function createEvent<Data = void, Given = Data>(
  type: string,
  prepare: (given: Given) => Data = (given) => given as unknown as Data,
) {
  return Object.assign((given: Given): Payload<Data> => ({ type, payload: prepare(given) }), {
    type,
    match: (action: { type: unknown }): action is Payload<Data> => action.type === type,
  })
}

/** Whether an action is one of these events. */
export const isOneOf = (
  action: UnknownAction,
  ...events: readonly { match: (action: UnknownAction) => boolean }[]
): boolean => events.some((event) => event.match(action))
