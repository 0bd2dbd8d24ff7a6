// What holds something typed that was not sent yet: a reload must wait for it. That is a form, or a few
// fields beside a button that say so by `data-draft`.

const typed = new Set<HTMLElement>()

const holderOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('form, [data-draft]') : null

/**
 * Searching and reckoning lose nothing that matters, nor does a form that was emptied or kept: these say so by
 * `data-no-draft`.
 */
const isKept = (holder: HTMLElement) =>
  holder.isConnected && holder.role !== 'search' && holder.dataset.noDraft === undefined

// From the first moment: what is typed before the page lives is told again once it does (boot.js).
if (typeof document !== 'undefined') {
  document.addEventListener('input', (event) => {
    const holder = holderOf(event.target)
    if (holder) typed.add(holder)
  })
  document.addEventListener('reset', (event) => {
    const holder = holderOf(event.target)
    if (holder) typed.delete(holder)
  })
}

export function hasDraft(): boolean {
  for (const holder of typed) if (!isKept(holder)) typed.delete(holder)
  const isUploading = document.querySelector('[data-uploading]') !== null
  return typed.size > 0 || isUploading
}
