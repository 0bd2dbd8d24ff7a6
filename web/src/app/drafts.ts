// Which forms hold something typed that was not sent yet: a reload must wait for them.

const typed = new Set<HTMLFormElement>()

const formOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('form') : null

/** Searching and reckoning lose nothing that matters; a form says so by `data-no-draft`. */
const isKept = (form: HTMLFormElement) =>
  form.isConnected && form.role !== 'search' && form.dataset.noDraft === undefined

// From the first moment: what is typed before the page lives is told again once it does (boot.js).
if (typeof document !== 'undefined') {
  document.addEventListener('input', (event) => {
    const form = formOf(event.target)
    if (form) typed.add(form)
  })
  document.addEventListener('reset', (event) => {
    const form = formOf(event.target)
    if (form) typed.delete(form)
  })
}

export function hasDraft(): boolean {
  for (const form of typed) if (!isKept(form)) typed.delete(form)
  const isUploading = document.querySelector('[data-uploading]') !== null
  return typed.size > 0 || isUploading
}
