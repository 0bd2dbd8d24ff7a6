// Lets a retry of a dynamic import use another address, because a browser may keep a failed download of a module
// (src/app/importWithRetry.ts). The address of each dynamic import of the build goes through importUrl.

const dynamicImport = /(?<!\.)\bimport\(([`"'])(\.\/[\w.-]+\.js)\1\)/g

/** The code of a chunk in which each dynamic import asks importUrl for its address. */
export function withRetryableImports(code: string): string {
  return code.replace(dynamicImport, (_, quote: string, path: string) => {
    const address = quote + path + quote
    return `import(globalThis.importUrl?.(${address})??${address})`
  })
}
