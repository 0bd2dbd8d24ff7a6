// The framework's route list names the chunks of each route, for the preloads in the HTML of
// prerendered pages. In the browser only the framework's own prefetching uses them, which this site
// does not use (docs/decisions/0353). They are 2.8 kB of the list's 5.3 kB (gzipped). The list is
// in every first load, and the chunk names would put the home page over its budget of scripts
// (docs/decisions/0241).

type RouteManifest = { routes: Record<string, { imports?: string[] }> }

/** The code of the route list without chunk names. Its one statement assigns a JSON object. */
export function removeChunkNames(code: string): string {
  const from = code.indexOf('{')
  const to = code.lastIndexOf('}') + 1
  const manifest: RouteManifest = JSON.parse(code.slice(from, to))
  for (const route of Object.values(manifest.routes)) delete route.imports
  return code.slice(0, from) + JSON.stringify(manifest) + code.slice(to)
}
