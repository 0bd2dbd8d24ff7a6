declare module 'jsdom' {
  /** Only what the build uses; the package has no types of its own. */
  export class JSDOM {
    constructor(html?: string)
    readonly window: Window & typeof globalThis
  }
}
