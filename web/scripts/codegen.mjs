// Wire types of the services from their OpenAPI documents (docs/openapi) into src/app/wire, before each check of the
// types: they are in no commit (docs/decisions/0130). OPENAPI_DIR names another folder of documents. Only types are kept, and of them those that the web uses: features
// write their endpoints by hand, with tags. The panel calls its routes by their addresses, so answers.ts has
// the type of the answer of each: what a page imports, and what these answers consist of, is all that is generated.

import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateEndpoints } from '@rtk-query/codegen-openapi'

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const documents = resolve(process.env.OPENAPI_DIR ?? join(web, '../docs/openapi'))
const target = join(web, 'src/app/wire')

/** Routes that the panel reads besides those of administrators. */
const publicRoutesOfPanel = new Set([
  '/api/settings',
  '/api/calculator/editions',
  '/api/calculator/rates',
  '/api/status/summary',
])
const isPanelRoute = (path) => path.includes('/admin/') || publicRoutesOfPanel.has(path)
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

/** The names that the sources of the web import from the types of a service. */
function importedNames(service) {
  const names = new Set()
  const imports = new RegExp(`import type \\{([^}]*)\\} from '[^']*wire/${service}\\.ts'`, 'g')
  for (const file of globSync('{src,tests}/**/*.{ts,tsx}', { cwd: web })) {
    if (file.startsWith('src/app/wire/')) continue
    for (const [, list] of readFileSync(join(web, file), 'utf8').matchAll(imports))
      for (const part of list.split(',')) names.add(part.trim().split(' as ')[0])
  }
  names.delete('')
  return names
}

/** The routes of the panel with a JSON answer: method, address with parameters as `${string}`, name of the answer. */
function panelAnswers(document, types) {
  const { paths } = JSON.parse(readFileSync(document, 'utf8'))
  return Object.entries(paths)
    .filter(([path]) => isPanelRoute(path))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId }]) => {
        const name = `${operationId.replace(/(^|_)(\w)/g, (_all, _mark, initial) => initial.toUpperCase())}ApiResponse`
        const answer = /= (?:\/\*\*.*?\*\/ )?(\w+);/.exec(
          types.get(name)?.replace(/\s+/g, ' ') ?? '',
        )?.[1]
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is written into a template type.
        return { method, url: path.replace(/\{[^}]*\}/g, '${string}'), answer }
      }),
    )
    .filter(({ answer }) => types.has(answer))
}

/** The declarations of these types and of all that they consist of, in the order of the document. */
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

/** The answers of the panel's routes, by method, as pairs of address and type. */
function answersFile(answersByService) {
  const imports = Object.keys(answersByService).map(
    (service) => `import type * as ${service} from "./${service}.ts";\n`,
  )
  const all = Object.entries(answersByService).flatMap(([service, answers]) =>
    answers.map(({ answer, ...route }) => ({ ...route, answer: `${service}.${answer}` })),
  )
  const methods = [...new Set(all.map(({ method }) => method))].sort()
  const types = methods.map((method) => {
    const pairs = all.filter((one) => one.method === method)
    return `  ${method}:\n${pairs.map(({ url, answer }) => `    | [\`${url}\`, ${answer}]\n`).join('')}`
  })
  return `${header('docs/openapi')}${imports.join('')}\nexport type Answers = {\n${types.join('')}};\n`
}

/** All files of types, by name. */
async function wireFiles(names) {
  const files = new Map()
  const answersByService = {}
  for (const name of names) {
    const document = join(documents, name)
    const service = basename(name, '.json')
    const types = await allTypes(document)
    const answers = panelAnswers(document, types)
    if (answers.length > 0) answersByService[service] = answers
    const roots = [...importedNames(service), ...answers.map(({ answer }) => answer)]
    files.set(`${service}.ts`, header(`docs/openapi/${name}`) + usedTypes(types, roots))
  }
  files.set('answers.ts', answersFile(answersByService))
  return files
}

const found = existsSync(documents)
  ? readdirSync(documents).filter((name) => name.endsWith('.json'))
  : []
if (found.length === 0) throw new Error(`There are no OpenAPI documents in ${documents}`)
mkdirSync(target, { recursive: true })
for (const [name, types] of await wireFiles(found.sort())) {
  const file = join(target, name)
  if (!existsSync(file) || readFileSync(file, 'utf8') !== types) writeFileSync(file, types)
}
