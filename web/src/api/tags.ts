// Cache tags by entity. A list has the tag of each of its rows, and its own tag for added and
// removed rows.

export const listTag = <Type extends string>(type: Type) => ({ type, id: 'LIST' }) as const

/** Tags of a list. A changed, added or removed row refetches it. */
export const rowTags = <Type extends string>(
  type: Type,
  rows: readonly { id: string }[] | undefined = [],
) => [listTag(type), ...rows.map(({ id }) => ({ type, id }))]
