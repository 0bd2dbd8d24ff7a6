// Generates wire types of the services from their OpenAPI documents (docs/openapi) in src/api/wire,
// before each type check. They are not committed (docs/decisions/0130). OPENAPI_DIR names another
// folder of documents. Only types are generated; features declare their endpoints with tags.
// routes.ts has the response and body of each route by method and URL, so an endpoint gets its
// types from its URL (api/endpoints.ts).

import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateEndpoints } from '@rtk-query/codegen-openapi'

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const documents = resolve(process.env.OPENAPI_DIR ?? join(web, '../docs/openapi'))
const target = join(web, 'src/api/wire')

const header = (source) => `// Generated from ${source} by pnpm codegen; do not edit.\n\n`

/** All types of a document: their declarations by name. */
async function allTypes(document) {
  const code = await generateEndpoints({
    schemaFile: document,
    apiFile: './api.ts',
    exportName: 'wire',
    hooks: false,
    tag: false,
  })
  if (!code) throw new Error(`Nothing was generated from ${document}`)
  const declarations = code.slice(code.indexOf('export type')).split(/^(?=export )/m)
  return new Map(declarations.map((text) => [/^export \w+ (\w+)/.exec(text)?.[1] ?? '', text]))
}

/** Names that the web's sources import from the types of a service. */
function importedNames(service) {
  const names = new Set()
  const imports = new RegExp(`import type \\{([^}]*)\\} from '[^']*wire/${service}\\.ts'`, 'g')
  for (const file of globSync('{src,tests}/**/*.{ts,tsx}', { cwd: web })) {
    if (file.startsWith('src/api/wire/')) continue
    for (const [, list] of readFileSync(join(web, file), 'utf8').matchAll(imports))
      for (const part of list.split(',')) names.add(part.trim().split(' as ')[0])
  }
  names.delete('')
  return names
}

/** The generator's name of a schema: 'Items_CarAdmin_' is ItemsCarAdmin. */
const typeName = (name) => name.replace(/(?:^|_)(\w|$)/g, (_all, initial) => initial.toUpperCase())

/** Possible types of a request body; void if it is optional. */
function bodyTypes(content) {
  if (!content) return ['void']
  if (content['multipart/form-data']) return ['FormData']
  const { schema } = content['application/json']
  return (schema.anyOf ?? [schema]).map(({ $ref, type }) => {
    if ($ref) return typeName($ref.split('/').at(-1))
    return type === 'null' ? 'void' : 'object'
  })
}

/**
 * Routes with a JSON response: method, URL with parameters as `${string}`, and type names of the
 * response and the body.
 */
function describeRoutes(document, types) {
  const { paths } = JSON.parse(readFileSync(document, 'utf8'))
  return Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId, requestBody }]) => {
        const answer = /= (?:\/\*\*.*?\*\/ )?(\w+);/.exec(
          types.get(`${typeName(operationId)}ApiResponse`)?.replace(/\s+/g, ' ') ?? '',
        )?.[1]
        const bodies = types.has(answer) ? bodyTypes(requestBody?.content) : []
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is part of a generated type.
        return { method, url: path.replace(/\{[^}]*\}/g, '${string}'), answer, bodies }
      }),
    )
    .filter(({ answer }) => types.has(answer))
}

/** Declarations of these types and their dependencies, in the order of the document. */
function usedTypes(types, roots) {
  const used = new Set()
  const add = (name) => {
    if (used.has(name) || !types.has(name)) return
    used.add(name)
    for (const [word] of types.get(name).matchAll(/\b[A-Z]\w*/g)) add(word)
  }
  for (const name of roots) add(name)
  return [...types].flatMap(([name, text]) => (used.has(name) ? [text] : [])).join('')
}

/** Routes of all services by method, as a tuple of URL, response type and body type. */
function routesFile(routesByService) {
  const services = Object.keys(routesByService)
  const imports = services.map((service) => `import type * as ${service} from "./${service}.ts";\n`)
  const routes = Object.values(routesByService).flat()
  const methods = [...new Set(routes.map(({ method }) => method))].sort()
  const lines = methods.flatMap((method) => [
    `  ${method}:\n`,
    ...routes
      .filter((route) => route.method === method)
      .map(({ url, answer, body }) => `    | [\`${url}\`, ${answer}, ${body}]\n`),
  ])
  return `${header('docs/openapi')}${imports.join('')}\nexport type Routes = {\n${lines.join('')}};\n`
}

/** All generated type files, by name. */
async function wireFiles(names) {
  const files = new Map()
  const routesByService = {}
  for (const name of names) {
    const document = join(documents, name)
    const service = basename(name, '.json')
    const types = await allTypes(document)
    const routes = describeRoutes(document, types)
    const inService = (type) => (types.has(type) ? `${service}.${type}` : type)
    routesByService[service] = routes.map((route) => ({
      ...route,
      answer: inService(route.answer),
      body: route.bodies.map(inService).join(' | '),
    }))
    const roots = [
      ...importedNames(service),
      ...routes.flatMap(({ answer, bodies }) => [answer, ...bodies]),
    ]
    files.set(`${service}.ts`, header(`docs/openapi/${name}`) + usedTypes(types, roots))
  }
  files.set('routes.ts', routesFile(routesByService))
  return files
}

const found = existsSync(documents)
  ? readdirSync(documents).filter((name) => name.endsWith('.json'))
  : []
if (found.length === 0) throw new Error(`There are no OpenAPI documents in ${documents}`)
mkdirSync(target, { recursive: true })
const files = await wireFiles(found.sort())
for (const name of readdirSync(target)) if (!files.has(name)) rmSync(join(target, name))
for (const [name, types] of files) {
  const file = join(target, name)
  if (!existsSync(file) || readFileSync(file, 'utf8') !== types) writeFileSync(file, types)
}
