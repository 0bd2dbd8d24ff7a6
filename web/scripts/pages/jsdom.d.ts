declare module 'jsdom' {
  type Options = {
    url?: string
    runScripts?: 'outside-only'
    // biome-ignore lint/suspicious/noExplicitAny: a window of jsdom, to which a test adds what it lacks.
    beforeParse?: (window: any) => void
    virtualConsole?: VirtualConsole
  }
  export class VirtualConsole {
    on(event: 'jsdomError', handle: (error: Error) => void): void
  }
  /** Only what the build and its tests use; the package has no types of its own. */
  export class JSDOM {
    constructor(html?: string, options?: Options)
    readonly window: Window & typeof globalThis
  }
}
