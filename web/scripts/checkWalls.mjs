// The walls of the web (docs/adding-a-feature.md): who may import whom, sizes, names, and no colour
// outside the theme file. Each broken rule is one line; any line fails the lint.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

// Another folder is given by the tests that show each wall a breach (tests/architecture).
const root = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..'))
const source = join(root, 'src')
const wallLines = { code: 250, test: 500 }
const composition = /^app\/(routes\/|root\.tsx|routes\.ts|ShellFrame\.tsx|entry\.)/
const colourFree = /^ui\/tokens\.css$|^app\/wire\//
const colour = /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(/i
const broken = []

function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return [path]
    if (/^(utils?|helpers?|common|misc)$/.test(entry.name))
      broken.push(`${relative(root, path)}: a folder holds one thing for one reason`)
    return files(path)
  })
}

function layer(path) {
  const [top, name] = path.split('/')
  return top === 'features' ? `features/${name}` : top
}

function importIsAllowed(from, to) {
  const [here, there] = [layer(from), layer(to)]
  if (here === there) return true
  if (there === 'lib') return true
  if (there === 'ui') return here !== 'lib'
  if (there === 'app') return here.startsWith('features/') && !composition.test(to)
  return composition.test(from)
}

function checkImports(path, text) {
  for (const [, target] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^'?]+)/g)) {
    const to = relative(source, resolve(dirname(join(source, path)), target))
    if (!to.startsWith('..') && !importIsAllowed(path, to))
      broken.push(`src/${path}: may not import ${to}`)
  }
}

for (const file of files(source)) {
  const path = relative(source, file)
  if (path.startsWith('app/wire/')) continue
  if (!['.ts', '.tsx', '.css', '.js'].includes(extname(file))) continue
  const text = readFileSync(file, 'utf8')
  const lines = text.split('\n').length - 1
  const wall = /\.test\.tsx?$/.test(path) ? wallLines.test : wallLines.code
  if (lines > wall && extname(file) !== '.css' && !/^app\/(texts|paths)/.test(path))
    broken.push(`src/${path}: ${lines} lines, the wall is ${wall}; split by business noun`)
  if (/(^|\/)index\.tsx?$/.test(path)) broken.push(`src/${path}: no barrel files`)
  if (!colourFree.test(path)) {
    const withoutComments = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    const found = colour.exec(withoutComments)
    if (found) broken.push(`src/${path}: colour ${found[0]} belongs to ui/tokens.css`)
  }
  if (extname(file) !== '.css') checkImports(path, text)
}

if (broken.length > 0) {
  console.error(broken.join('\n'))
  process.exit(1)
}
