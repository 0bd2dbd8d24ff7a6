/**
 * Unique names for the rows of a list: rows with the same name get as many qualifiers as they need
 * to differ.
 */
export function disambiguate<Row>(
  rows: readonly Row[],
  getName: (row: Row) => string,
  qualifiers: readonly ((row: Row) => string)[],
): (row: Row) => string {
  return (row) => {
    let name = getName(row)
    let namesakes = rows.filter((candidate) => getName(candidate) === name)
    for (const qualify of qualifiers) {
      const alike = namesakes.filter((candidate) => qualify(candidate) === qualify(row))
      if (alike.length === namesakes.length) continue
      name = [name, qualify(row)].filter(Boolean).join(', ')
      namesakes = alike
    }
    return name
  }
}
