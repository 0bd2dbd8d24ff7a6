// Tags by entity: a list has the tag of each of its rows, and its own for rows that come and go.

export const listTag = <Type extends string>(type: Type) => ({ type, id: 'LIST' }) as const

/** The tags of a list: a change of one row requests it again, and so does a new or a removed row. */
export const rowTags = <Type extends string>(
  type: Type,
  rows: readonly { id: string }[] | undefined = [],
) => [listTag(type), ...rows.map(({ id }) => ({ type, id }))]
