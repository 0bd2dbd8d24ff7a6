// The framework's list of routes names the chunks that each route needs, for the preloads that it writes into the HTML
// of a prerendered page. The browser needs that list for nothing but prefetching links, which no page does: 2.8 kB of the
// 5.3 kB (gzipped) of a file that every first load waits for, where the budget of the home page has 0.1 kB left
// (docs/decisions/0241).

type RouteManifest = { routes: Record<string, { imports?: string[] }> }

/** The code of the list of routes without the chunks of each; its one statement assigns an object in JSON. */
export function withoutChunks(code: string): string {
  const [from, to] = [code.indexOf('{'), code.lastIndexOf('}') + 1]
  const manifest: RouteManifest = JSON.parse(code.slice(from, to))
  for (const route of Object.values(manifest.routes)) delete route.imports
  return code.slice(0, from) + JSON.stringify(manifest) + code.slice(to)
}
