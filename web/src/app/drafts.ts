// What holds something typed that was not sent yet: a reload must wait for it. That is a form, or a few
// fields beside a button that say so by `data-draft`.

const formsWithInput = new Set<HTMLElement>()

const formOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('form, [data-draft]') : null

/**
 * Searching and reckoning lose nothing that matters, nor does a form that was emptied or kept: these say so by
 * `data-no-draft`.
 */
const isDraft = (holder: HTMLElement) =>
  holder.isConnected && holder.role !== 'search' && holder.dataset.noDraft === undefined

// From the first moment: what is typed before the page lives is told again once it does (boot.js).
if (typeof document !== 'undefined') {
  document.addEventListener('input', (event) => {
    const holder = formOf(event.target)
    if (holder) formsWithInput.add(holder)
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
