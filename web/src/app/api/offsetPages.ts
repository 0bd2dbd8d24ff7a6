/** The paging of an infinite query by offsets: the next page begins after the rows that are loaded. */
export const offsetPages = <Answer extends { total: number }>(
  lengthOf: (answer: Answer) => number,
) => ({
  initialPageParam: 0,
  getNextPageParam: (last: Answer, all: Answer[]) => {
    const loaded = all.reduce((sum, one) => sum + lengthOf(one), 0)
    return loaded < last.total ? loaded : undefined
  },
})
