// Architecture rules that Biome cannot express (docs/adding-a-feature.md): file and folder names,
// colours only in the theme file, distances and font sizes of pages only by its tokens, CSS classes by
// feature, and unique exported names. Import rules are in biome.json. Each violation is printed as one
// line and fails the lint.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

// The tests pass another folder (tests/architecture/test_web_architecture.py).
const root = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..'))
const source = join(root, 'src')
// The example of the embedded calculator names the accent of another site.
const mayHoldColours = /^ui\/tokens\.css$|^api\/wire\/|^shared\/texts\/developers\.ts$/
const colour = /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(/i
/** Properties that set spacing or font sizes. A hairline of 1px is allowed. */
const spacingDeclaration =
  /(?<![\w-])(?:(?:scroll-)?(?:margin|padding)(?:-[a-z-]+)?|(?:row-|column-)?gap|border-radius|font|font-size)\s*:([^;{}]*)/g
const literalLength = /(?<![\w-])-?(?!1px)\d*\.?\d*[1-9]\d*(?:px|rem)\b/
/** Class prefixes of features that differ from the folder's name. No two features share one. */
const prefixes = {
  admin: ['ad'],
  auth: ['auth', 'sec', 'guard'],
  calculator: ['calc'],
  campaigns: ['cp'],
  dashboard: ['db'],
  debug: ['dbg'],
  notifications: ['nt'],
  services: ['serv'],
  shell: ['sh'],
}
/** Classes of features, with one file of each: in components and in styles. */
const usedClasses = new Map()
const styledClasses = new Map()
/** Source text of the features' components. */
const featureSources = []
/** Exported names, with the file of each. */
const exportedNames = new Map()
/** React Router looks for these exports in each of these files. */
const hasRouterNames = /^app\/(?:routes\/|root\.tsx$|entry\.)/
const features = readdirSync(join(source, 'features'))
const problems = []

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return [path]
    if (/^(utils?|helpers?|common|misc)$/.test(entry.name))
      problems.push(`${relative(root, path)}: a folder holds one thing for one reason`)
    return listFiles(path)
  })
}

function checkColours(path, text) {
  if (mayHoldColours.test(path)) return
  const withoutComments = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const literal = colour.exec(withoutComments)
  if (literal) problems.push(`src/${path}: colour ${literal[0]} belongs to ui/tokens.css`)
}

function checkSpaces(path, text) {
  if (extname(path) !== '.css' || path.startsWith('ui/')) return
  const withoutComments = text.replace(/\/\*[\s\S]*?\*\//g, '')
  for (const [declaration, value] of withoutComments.matchAll(spacingDeclaration)) {
    if (literalLength.test(value))
      problems.push(`src/${path}: ${declaration.trim()}: use a token of ui/tokens.css`)
  }
}

const listOwnPrefixes = (feature) => prefixes[feature] ?? [feature]

const isPrefixed = (name, feature) =>
  feature !== undefined && listOwnPrefixes(feature).includes(name.split('-')[0])

/** The other feature to which a class belongs by its prefix. */
function findOwner(name, feature) {
  const prefix = name.split('-')[0]
  if (listOwnPrefixes(feature).includes(prefix)) return undefined
  return [...features, ...Object.keys(prefixes)].find((other) =>
    listOwnPrefixes(other).includes(prefix),
  )
}

/** A rule without a class of its own feature would style elements of others. */
function checkStyles(path, text, feature) {
  const withoutComments = text.replace(/\/\*[\s\S]*?\*\//g, '')
  for (const [, list] of withoutComments.matchAll(/([^{};]+)\{/g)) {
    if (/^\s*(?:@|from\b|to\b|[\d.]+%)/.test(list)) continue
    for (const selector of list.split(/,(?![^(]*\))/).map((part) => part.trim())) {
      const classes = [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name)
      for (const name of classes) {
        const owner = findOwner(name, feature)
        if (owner) problems.push(`src/${path}: the class ${name} belongs to ${owner}`)
        else if (isPrefixed(name, feature)) styledClasses.set(name, path)
      }
      if (!feature) continue
      const isOwn = classes.some((name) => isPrefixed(name, feature))
      const isWholePage = feature === 'shell' && /^html\b|^::view-transition/.test(selector)
      if (!isOwn && !isWholePage)
        problems.push(`src/${path}: ${selector} has no class of the feature ${feature}`)
    }
  }
}

/** Class names of a component: from className="...", and from every string inside className={...}. */
function listClassNames(text) {
  const plain = [...text.matchAll(/\bclassName="([^"]*)"/g)]
  const computed = [...text.matchAll(/\bclassName=\{((?:[^{}]|\{[^{}]*\})*)\}/g)]
  const strings = computed.flatMap(([, code]) => [...code.matchAll(/['"`]([^'"`]*)['"`]/g)])
  return [...plain, ...strings].flatMap(([, list]) => list.split(/\s+/))
}

function checkClassNames(path, text, feature) {
  for (const name of listClassNames(text)) {
    const owner = findOwner(name, feature)
    if (owner) problems.push(`src/${path}: the class ${name} belongs to ${owner}`)
    else if (isPrefixed(name, feature)) usedClasses.set(name, path)
  }
}

/** Every class of a feature needs a rule, and every rule an element. */
function checkUnusedClasses() {
  for (const [name, path] of usedClasses)
    if (!styledClasses.has(name)) problems.push(`src/${path}: the class ${name} has no rule`)
  const words = new Set(featureSources.flatMap((text) => text.match(/[a-z][\w-]*/g) ?? []))
  for (const [name, path] of styledClasses)
    if (!words.has(name)) problems.push(`src/${path}: no element has the class ${name}`)
}

function checkClasses(path, text) {
  const feature = /^features\/([^/]+)\//.exec(path)?.[1]
  if (/\.test\.tsx?$/.test(path)) return
  if (extname(path) === '.css') checkStyles(path, text, feature)
  if (extname(path) === '.tsx') checkClassNames(path, text, feature)
  if (extname(path) !== '.css' && feature) featureSources.push(text)
}

/** A name that two files export leads a search to the wrong one. */
function checkExports(path, text) {
  if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path) || hasRouterNames.test(path)) return
  const declarations = text.matchAll(
    /^export (?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm,
  )
  for (const name of new Set([...declarations].map(([, declared]) => declared))) {
    const other = exportedNames.get(name)
    if (other) problems.push(`src/${path}: ${name} is also exported by src/${other}`)
    exportedNames.set(name, path)
  }
}

for (const file of listFiles(source).sort()) {
  const path = relative(source, file)
  if (path.startsWith('api/wire/')) continue
  if (!['.ts', '.tsx', '.css', '.js'].includes(extname(file))) continue
  const text = readFileSync(file, 'utf8')
  if (/(^|\/)index\.tsx?$/.test(path)) problems.push(`src/${path}: no barrel files`)
  checkColours(path, text)
  checkSpaces(path, text)
  checkClasses(path, text)
  checkExports(path, text)
}

checkUnusedClasses()

if (problems.length > 0) {
  console.error([...new Set(problems)].join('\n'))
  process.exit(1)
}
