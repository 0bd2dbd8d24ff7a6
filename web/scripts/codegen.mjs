// Generates the wire types in src/api/wire from the OpenAPI documents of the services (docs/openapi)
// before each type check. They are not committed (docs/decisions/0130). OPENAPI_DIR names another
// folder of documents. Only types are generated: features declare their endpoints (api/endpoints.ts),
// and api/routeTypes.ts looks up the types of a route by its URL.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const documents = resolve(process.env.OPENAPI_DIR ?? join(web, '../docs/openapi'))
const target = join(web, 'src/api/wire')

/** Types of one service: `paths`, and each schema under its own name. */
async function generateWireTypes(document) {
  const types = await openapiTS(pathToFileURL(join(documents, document)), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    // A field of a request with a default may be left out.
    defaultNonNullable: false,
  })
  return `// Generated from docs/openapi/${document} by pnpm codegen; do not edit.\n\n${astToString(types)}`
}

const readContent = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

const found = readdirSync(documents).filter((name) => name.endsWith('.json'))
if (found.length === 0) throw new Error(`There are no OpenAPI documents in ${documents}`)
mkdirSync(target, { recursive: true })
const written = new Set()
for (const document of found) {
  const file = `${basename(document, '.json')}.ts`
  const types = await generateWireTypes(document)
  written.add(file)
  // An unchanged file is not written, so file watchers do not react to it.
  if (readContent(join(target, file)) !== types) writeFileSync(join(target, file), types)
}
for (const name of readdirSync(target)) if (!written.has(name)) rmSync(join(target, name))
