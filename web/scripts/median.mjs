/** The middle one of the values, so one of the measured figures; of an even number the greater of the two. */
export function findMedian(values) {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)]
}
