// Pictures with their texts as lines of a form: '<address> <text>'. A URL has no spaces. Pure
// functions.

export type DescribedPicture = { address: string; text: string }

export function parsePictures(value: string): DescribedPicture[] {
  return value
    .split('\n')
    .map((line) => {
      const [address = '', ...words] = line.trim().split(/\s+/)
      return { address, text: words.join(' ') }
    })
    .filter(({ address }) => address !== '')
}

export const writePictures = (pictures: readonly DescribedPicture[]) =>
  pictures.map(({ address, text }) => (text ? `${address} ${text}` : address)).join('\n')

type Pictured = { image_url: string | null; images: string[]; image_alts?: Record<string, string> }

/** A record for the form, whose pictures include their texts. */
export function withTexts<Row extends Pictured>(row: Row): Row {
  const lineOf = (address: string) =>
    writePictures([{ address, text: row.image_alts?.[address] ?? '' }])
  return {
    ...row,
    image_url: row.image_url && lineOf(row.image_url),
    images: row.images.map(lineOf),
  }
}

/** The pictures of a form in the service's format. An unchanged picture keeps its text. */
export function splitTexts(changed: Record<string, unknown>, record: object) {
  const { image_url: cover, images } = changed
  if (cover === undefined && images === undefined) return changed
  const before = 'images' in record ? (record as Pictured) : null
  const covers = parsePictures(String((cover === undefined ? before?.image_url : cover) ?? ''))
  const others = (images === undefined ? (before?.images ?? []) : (images as string[])).flatMap(
    (line) => parsePictures(line),
  )
  return {
    ...changed,
    ...(cover !== undefined && { image_url: covers[0]?.address ?? null }),
    ...(images !== undefined && { images: others.map(({ address }) => address) }),
    image_alts: Object.fromEntries(
      [...others, ...covers].filter(({ text }) => text).map(({ address, text }) => [address, text]),
    ),
  }
}
