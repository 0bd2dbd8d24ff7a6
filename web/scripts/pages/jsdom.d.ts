declare module 'jsdom' {
  type Options = {
    url?: string
    runScripts?: 'outside-only'
    // biome-ignore lint/suspicious/noExplicitAny: a jsdom window, which tests extend.
    beforeParse?: (window: any) => void
    virtualConsole?: VirtualConsole
  }
  export class VirtualConsole {
    on(event: 'jsdomError', handle: (error: Error) => void): void
  }
  /** Types for the parts that the build and its tests use, since the package has none. */
  export class JSDOM {
    constructor(html?: string, options?: Options)
    readonly window: Window & typeof globalThis
  }
}
