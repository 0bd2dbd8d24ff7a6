// Lets a retry of a dynamic import use another address, because a browser may keep a failed download of a module
// (src/platform/importWithRetry.ts). The address of each dynamic import of the build goes through importUrl.

import { parseSync } from 'vite'

/** The code of a chunk in which each dynamic import of a file asks importUrl for its address. */
export function withRetryableImports(code: string): string {
  let result = ''
  let done = 0
  for (const { moduleRequest } of parseSync('chunk.js', code).module.dynamicImports) {
    const address = code.slice(moduleRequest.start, moduleRequest.end)
    // A literal with its quotes; an expression is left as it is.
    if (!['"./', "'./", '`./'].some((start) => address.startsWith(start))) continue
    result += `${code.slice(done, moduleRequest.start)}globalThis.importUrl?.(${address})??${address}`
    done = moduleRequest.end
  }
  return result + code.slice(done)
}
