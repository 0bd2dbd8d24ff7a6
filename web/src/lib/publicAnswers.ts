// What may be kept in the browser's caches: an allow-list of addresses that answer every visitor alike.
// Whatever is not named here goes to the network and nowhere else.

/** The cache that the page fills and the service worker serves from. */
export const keptAnswers = 'public-answers'

const slug = '[\\w-]+'
const pages = new RegExp(
  `^/(?:about|services|contacts|blog(?:/${slug})?|cars(?:/${slug})?|privacy|terms|sitemap|status)?$`,
)
const answers = new RegExp(
  `^/api/(?:settings|cars(?:/${slug})?|blog/(?:posts(?:/${slug})?|categories|tags)|team)$`,
)

export const isPublicPage = (path: string) => pages.test(path)
export const isPublicAnswer = (path: string) => answers.test(path)
/** Their names carry the hash of what is in them, so the first one is the right one for ever. */
export const isHashed = (path: string) => /^\/(?:assets|media)\/[^/]+$/.test(path)

/** The oldest go once there are too many. */
export async function trim(cacheName: string, atMost: number): Promise<void> {
  const cache = await caches.open(cacheName)
  const kept = await cache.keys()
  const old = kept.slice(0, Math.max(0, kept.length - atMost))
  await Promise.all(old.map((request) => cache.delete(request)))
}

/** A whole answer of the address itself, which the server does not want forgotten. */
export function mayBeKept(answer: Response): boolean {
  const control = answer.headers.get('Cache-Control') ?? ''
  return answer.status === 200 && !answer.redirected && !/no-store|private/.test(control)
}
