import { expect, it } from 'vitest'
import { withRetryableImports } from '../../scripts/pages/retryableImports.ts'

it('leaves what only looks like a dynamic import, and one without a literal address', () => {
  const code = 'const text="import(`./a-1.js`)",pattern=/import\\(".\\/b-2.js"\\)/;import(text);'
  expect(withRetryableImports(code)).toBe(code)
})

it('lets importUrl choose the address of a dynamic import, and leaves static ones', () => {
  const code = 'import{a}from"./a-1.js";const b=()=>import(`./b-2.js`);x.import("./c.js")'
  expect(withRetryableImports(code)).toBe(
    'import{a}from"./a-1.js";const b=()=>import(globalThis.importUrl?.(`./b-2.js`)??`./b-2.js`);' +
      'x.import("./c.js")',
  )
})
