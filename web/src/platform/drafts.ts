// Whether the page has unsent input: a reload must wait for it. Input belongs to a form. The first load does not need
// this code, so what was typed before it came is looked for.

import { checkDraftsBy } from './importWithRetry.ts'

const formsWithInput = new Set<HTMLFormElement>()
/** The values of a form before its first input. */
const valuesBefore = new WeakMap<HTMLElement, string>()

const formOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('form') : null

/**
 * A search or a calculation loses nothing important, nor does an empty or a saved form: such a form has
 * `data-no-draft`.
 */
const isDraft = (holder: HTMLElement) =>
  holder.isConnected &&
  holder.role !== 'search' &&
  holder.dataset.noDraft === undefined &&
  hasChanges(holder)

const fieldsOf = (holder: HTMLElement) => [
  ...holder.querySelectorAll<HTMLInputElement>('input, textarea, select'),
]
const isBox = ({ type }: HTMLInputElement) => type === 'checkbox' || type === 'radio'
const valuesOf = (holder: HTMLElement) =>
  JSON.stringify(fieldsOf(holder).map((field) => (isBox(field) ? field.checked : field.value)))

/** Input that was deleted or changed back is none. The values before are unknown for input before hydration. */
function hasChanges(holder: HTMLElement): boolean {
  const before = valuesBefore.get(holder)
  if (before !== undefined) return before !== valuesOf(holder)
  return fieldsOf(holder).some((field) => (isBox(field) ? field.checked : field.value !== ''))
}

/** Answers the service worker, which navigates no tab with unsent input (src/worker/openPage.ts). */
export function answerDraftQuestions(worker: ServiceWorkerContainer): void {
  worker.addEventListener('message', ({ data, ports }) => {
    if (data?.type === 'has-draft') ports[0]?.postMessage({ hasDraft: hasDraft() })
  })
}

const typedFields = 'input:not([type="radio"], [type="hidden"]), textarea'
const isTypedIn = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLInputElement>(typedFields)].some((field) =>
    isBox(field) ? field.checked : field.value !== '',
  )

// Input typed before hydration is dispatched again after it (boot.js).
if (typeof document !== 'undefined') {
  for (const form of document.forms) if (isTypedIn(form)) formsWithInput.add(form)
  checkDraftsBy(hasDraft)
  document.addEventListener('focusin', (event) => {
    const holder = formOf(event.target)
    if (holder && !formsWithInput.has(holder)) valuesBefore.set(holder, valuesOf(holder))
  })
  document.addEventListener('input', (event) => {
    const holder = formOf(event.target)
    if (!holder) return
    // Typed before hydration: a focus since then recorded the typed values, not those before them.
    if ('isRepeated' in event) valuesBefore.delete(holder)
    formsWithInput.add(holder)
  })
  document.addEventListener('reset', (event) => {
    const holder = formOf(event.target)
    if (holder) formsWithInput.delete(holder)
  })
}

export function hasDraft(): boolean {
  for (const holder of formsWithInput) if (!isDraft(holder)) formsWithInput.delete(holder)
  const isUploading = document.querySelector('[data-uploading]') !== null
  return formsWithInput.size > 0 || isUploading
}
