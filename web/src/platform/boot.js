// Runs before the first paint: sets the theme and the layout on <html>, and shows the start screen on the
// first visit of a browser session. This file is not transpiled, so it uses only ES2015 syntax.
;(() => {
  var root = document.documentElement
  function readStored(storage, key) {
    try {
      return storage.getItem(key)
    } catch (_) {
      return null
    }
  }
  var theme = readStored(localStorage, 'theme')
  if (theme !== 'dark' && theme !== 'light')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.dataset.theme = theme

  var narrow = matchMedia('(max-width: 767px)')
  var isPhone = /iPhone|iPod|Android.+Mobile|Windows Phone/i.test(navigator.userAgent)
  function chooseLayout() {
    root.dataset.layout = isPhone || narrow.matches ? 'mobile' : 'desktop'
  }
  chooseLayout()
  narrow.addEventListener('change', chooseLayout)

  // Before React takes over an element, it notices neither input nor presses: React 19 replaces early text at the next
  // render, and an early submit would leave the page (docs/decisions/0241). Both are stored and repeated when the
  // page (app/root.tsx) or a lazy part of it (platform/deferredPart.ts) says that it is hydrated.
  function isHydrated(element) {
    return (
      root.dataset.hydrated !== undefined &&
      Array.from(window.partsToHydrate || []).every((id) => !element.closest(`#${id}`))
    )
  }

  var typed = new Map()
  function getValueProperty(field) {
    return field.type === 'checkbox' || field.type === 'radio' ? 'checked' : 'value'
  }
  function repeatInput(value, field) {
    if (!isHydrated(field)) return
    typed.delete(field)
    var name = getValueProperty(field)
    // React ignores an event when its own setter saw the same value, so set a different value first.
    field[name] = name === 'checked' ? !value : ''
    var own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)
    own.set.call(field, value)
    var kind = field.tagName === 'SELECT' ? 'change' : 'input'
    if (name === 'checked') kind = 'click'
    field.dispatchEvent(new Event(kind, { bubbles: true }))
  }
  addEventListener(
    'input',
    (event) => {
      var field = event.target
      if (!/^(INPUT|TEXTAREA|SELECT)$/.test(field.tagName)) return
      // Input between the hydration and the repetition is recorded too, or the repetition would undo it.
      if (isHydrated(field) && !typed.has(field)) return
      typed.set(field, field[getValueProperty(field)])
    },
    true,
  )

  var submitted = new Map()
  function repeatSubmit(by, form) {
    if (!isHydrated(form)) return
    submitted.delete(form)
    form.requestSubmit(by)
  }
  addEventListener(
    'submit',
    (event) => {
      var isTyped = Array.from(typed.keys()).some((field) => field.form === event.target)
      if (isHydrated(event.target) && !isTyped) return
      event.preventDefault()
      event.stopImmediatePropagation()
      submitted.set(event.target, event.submitter || undefined)
    },
    true,
  )

  // React stops a click in a part that is not hydrated, unless it can hydrate the part immediately; then the click
  // reaches the second listener.
  var pressed = new Set()
  var findButton = (event) => event.target.closest('button[type="button"]')
  function repeatPress(button) {
    if (!isHydrated(button)) return
    pressed.delete(button)
    button.click()
  }
  addEventListener(
    'click',
    (event) => {
      var button = findButton(event)
      if (button && !isHydrated(button)) pressed.add(button)
    },
    true,
  )
  addEventListener('click', (event) => {
    var button = findButton(event)
    if (button && isHydrated(button)) pressed.delete(button)
  })

  function repeatAll() {
    for (var held of [typed, submitted, pressed])
      for (var element of Array.from(held.keys())) if (!element.isConnected) held.delete(element)
    // Copies, because repeating may hold an event back again. It then waits for the next call.
    new Map(typed).forEach(repeatInput)
    // React applies the input before the form is read.
    setTimeout(() => {
      new Map(submitted).forEach(repeatSubmit)
      new Set(pressed).forEach(repeatPress)
    })
  }
  // The event is sent during React's commit. Input is repeated in a microtask, which is after the commit, but before the
  // next key: an effect of the form may empty the field, and that key would then replace the recorded text.
  addEventListener('hydrated', () => Promise.resolve().then(repeatAll))

  // Until the page is hydrated, a translation by the browser is undone: React hydrates only the HTML that the server sent.
  // Later replacements are recorded for platform/pageTranslation.ts. Without scripts the page stays translated.
  var translated = []
  window.translatedTexts = translated
  var undoesTranslation = true
  setTimeout(() => {
    undoesTranslation = false
  }, 10000)
  var translation = new MutationObserver((records) => {
    records.forEach((record) => {
      var text = record.removedNodes[0]
      if (!(text instanceof Text)) return
      var font = record.addedNodes[0] || record.nextSibling || record.previousSibling
      if (!undoesTranslation || root.dataset.hydrated !== undefined) translated.push(record)
      else if (font && font.nodeName === 'FONT') font.replaceWith(text)
    })
  })
  translation.observe(root, { childList: true, subtree: true })
  translated.stop = () => translation.disconnect()

  // The browser fires this event once and early; features/pwa shows the offer later.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installOffer = event
    dispatchEvent(new Event('installoffer'))
  })

  var seen = readStored(sessionStorage, 'start_screen_seen')
  var isBare = document.currentScript.dataset.withoutSplash !== undefined
  if (!seen && !isBare && location.pathname.indexOf('/auth/') !== 0) {
    root.dataset.splash = 'shown'
    // On a slow connection, or if the scripts never load, the prerendered page must not stay covered.
    setTimeout(() => {
      delete root.dataset.splash
    }, 4000)
  }
})()
