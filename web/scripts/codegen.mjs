// Wire types of the services from their OpenAPI documents (docs/openapi) into src/app/wire.
//   node scripts/codegen.mjs            write them
//   node scripts/codegen.mjs --check    only say which have drifted, exit 1 if any
// OPENAPI_DIR names another folder of documents. Only types are kept: features write their endpoints
// by hand, with tags, and a type costs the page nothing.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateEndpoints } from '@rtk-query/codegen-openapi'

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const documents = resolve(process.env.OPENAPI_DIR ?? join(web, '../docs/openapi'))
const target = join(web, 'src/app/wire')

async function wireTypes(document) {
  const code = await generateEndpoints({
    schemaFile: document,
    apiFile: './api.ts',
    exportName: 'wire',
    hooks: false,
    tag: false,
  })
  if (!code) throw new Error(`Nothing was generated from ${document}`)
  const types = code.slice(code.indexOf('export type'))
  return `// Generated from docs/openapi/${basename(document)} by pnpm codegen; do not edit.\n\n${types}`
}

const found = existsSync(documents)
  ? readdirSync(documents).filter((name) => name.endsWith('.json'))
  : []
if (found.length === 0) throw new Error(`There are no OpenAPI documents in ${documents}`)
mkdirSync(target, { recursive: true })
const drifted = []
for (const name of found.sort()) {
  const file = join(target, name.replace('.json', '.ts'))
  const types = await wireTypes(join(documents, name))
  if (existsSync(file) && readFileSync(file, 'utf8') === types) continue
  if (process.argv.includes('--check')) drifted.push(name.replace('.json', '.ts'))
  else writeFileSync(file, types)
}
for (const name of drifted)
  console.error(`src/app/wire/${name} has drifted from its service: pnpm codegen`)
process.exit(drifted.length > 0 ? 1 : 0)
