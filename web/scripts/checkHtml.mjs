// Checks the HTML of the built public pages and of the API reference against the HTML standard; needs a build.
//   pnpm run html

import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate'

const here = dirname(fileURLToPath(import.meta.url))
const client = join(here, '../build/client')
const reference = join(here, '../../docs/reference')
// Rules about errors only. Style rules are off, because React and the build generate the HTML.
const validator = new HtmlValidate(
  new FileSystemConfigLoader({
    root: true,
    elements: ['html5'],
    rules: {
      'attribute-allowed-values': 'error',
      'attribute-misuse': 'error',
      'close-order': 'error',
      'element-name': 'error',
      'element-permitted-content': 'error',
      'element-permitted-order': 'error',
      'element-permitted-occurrences': 'error',
      'element-permitted-parent': 'error',
      'element-required-attributes': 'error',
      'element-required-content': 'error',
      'no-dup-attr': 'error',
      'no-dup-id': 'error',
      'no-missing-references': 'error',
      'script-element': 'error',
      'unrecognized-char-ref': 'error',
    },
  }),
)

const pages = globSync('{index.html,*/index.html}', { cwd: client }).sort()
if (pages.length === 0) throw new Error('Build first: pnpm build')
const referencePages = globSync('*.html', { cwd: reference }).sort()
if (referencePages.length === 0) throw new Error('docs/reference is empty: make codegen')
let hasErrors = false
const files = [
  ...pages.map((page) => join(client, page)),
  ...referencePages.map((page) => join(reference, page)),
]
for (const page of files) {
  const report = await validator.validateFile(page)
  for (const { messages } of report.results)
    for (const { line, column, message, ruleId } of messages) {
      hasErrors = true
      console.error(`${page}:${line}:${column}: ${message} (${ruleId})`)
    }
}
process.exit(hasErrors ? 1 : 0)
