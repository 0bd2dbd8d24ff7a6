// Scripts that only hydrate a page are requested after its first paint (docs/decisions/0062).

import { findBootScript } from './htmlDocument.ts'

const deferredLinks = 'link[rel="modulepreload"], link[rel="stylesheet"][disabled]'

/**
 * Moves the links that hydration needs into a template element, which loads nothing. Writes `code`
 * (the boot script and the loader of the deferred scripts) as the only inline script that runs.
 * This script is last in the head, so that hydration does not mistake it for an element that React
 * rendered. The element of the boot script stays for hydration, with a type that does not run.
 */
export function deferStart(page: Document, code: string): void {
  const boot = findBootScript(page)
  if (!boot) throw new Error('the page has no boot script')
  boot.type = 'text/plain'
  boot.dataset.src = boot.getAttribute('src') ?? ''
  boot.removeAttribute('src')

  const template = page.createElement('template')
  template.id = 'deferred'
  template.content.append(...page.querySelectorAll(deferredLinks))
  const script = page.createElement('script')
  script.textContent = code
  page.head.append(template, script)
}
