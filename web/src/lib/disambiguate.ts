/** Names for the rows of a list: rows with the same name get the qualifiers that differ. */
export function disambiguate<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  qualifiers: readonly ((row: Row) => string)[],
): (row: Row) => string {
  return (row) => {
    const name = nameOf(row)
    const namesakes = rows.filter((one) => nameOf(one) === name)
    const differing = qualifiers.filter((mark) => new Set(namesakes.map(mark)).size > 1)
    return [name, ...differing.map((mark) => mark(row)).filter(Boolean)].join(', ')
  }
}
