// Public pages for screenshots: every route without a parameter, and one car, one article and one
// calculation. `path` names the file, and `at` is the URL.

import { routeTable } from '../src/app/routeTable.ts'

const calculationRequest = {
  price: 4_200_000,
  engineVolumeLiters: 2,
  age: 3,
  fuelType: 'petrol',
  importCategory: 'personal',
  isElectric: false,
  isCommercial: false,
}

async function fetchJson(address, body) {
  const init = body && {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    body: JSON.stringify(body),
  }
  const answer = await fetch(address, init)
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return answer.json()
}

/** The first car and article, and a new calculation. */
async function findSamples(base) {
  const [{ cars }, { posts }, calculation] = await Promise.all([
    fetchJson(`${base}/api/cars?limit=1`),
    fetchJson(`${base}/api/blog/posts?limit=1`),
    fetchJson(`${base}/api/calculator/calculations`, calculationRequest),
  ])
  return [
    { path: '/cars/:slug', at: `/cars/${cars[0].slug}` },
    { path: '/blog/:slug', at: `/blog/${posts[0].slug}` },
    { path: '/calc/:id', at: `/calc/${calculation.id}` },
  ]
}

export async function listPublicShots(base, isPublic) {
  const plain = routeTable
    .map((route) => route.path.replace(/\/:\w+\?$/, ''))
    .filter((path) => !/[:*]/.test(path) && isPublic(path))
    .map((path) => ({ path, at: path }))
  return [...plain, ...(await findSamples(base))]
}
