// openapi-typescript builds its output with the JavaScript API of the compiler, which TypeScript 7
// does not have. So it gets a TypeScript 5 of its own.
export const hooks = {
  readPackage(manifest) {
    if (manifest.name === 'openapi-typescript') {
      delete manifest.peerDependencies.typescript
      manifest.dependencies.typescript = '5.9.3'
    }
    return manifest
  },
}
