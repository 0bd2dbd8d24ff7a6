// Pictures with their alternative texts as lines of a form: '<URL> <text>'. A URL has no spaces.

export type DescribedPicture = { url: string; text: string }

export function parsePictures(value: string): DescribedPicture[] {
  return value
    .split('\n')
    .map((line) => {
      const [url = '', ...words] = line.trim().split(/\s+/)
      return { url, text: words.join(' ') }
    })
    .filter(({ url }) => url !== '')
}

export const writePictures = (pictures: readonly DescribedPicture[]) =>
  pictures.map(({ url, text }) => (text ? `${url} ${text}` : url)).join('\n')

type RecordWithPictures = {
  image_url: string | null
  images: string[]
  image_alts?: Record<string, string>
}

/** Converts a record for its form: the cover and the other pictures become one list, each with its text. */
export function mergePictures<Row extends RecordWithPictures>(row: Row): Row {
  const urls = new Set([...(row.image_url ? [row.image_url] : []), ...row.images])
  return {
    ...row,
    images: [...urls].map((url) => writePictures([{ url, text: row.image_alts?.[url] ?? '' }])),
  }
}

/** The pictures of a form in the service's format. The first one is the cover. */
export function splitPictures(changed: Record<string, unknown>) {
  if (changed.images === undefined) return changed
  const pictures = (changed.images as string[]).flatMap(parsePictures)
  const [cover, ...others] = pictures
  return {
    ...changed,
    image_url: cover?.url ?? null,
    images: others.map(({ url }) => url),
    image_alts: Object.fromEntries(
      pictures.filter(({ text }) => text).map(({ url, text }) => [url, text]),
    ),
  }
}
