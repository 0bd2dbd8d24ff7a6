// Runs before the first paint: sets the theme and the layout on <html>, and shows the start screen on the
// first visit of a browser session. This file is not transpiled, so it uses only ES2015 syntax.
;(() => {
  var root = document.documentElement
  function stored(storage, key) {
    try {
      return storage.getItem(key)
    } catch (_) {
      return null
    }
  }
  var theme = stored(localStorage, 'theme')
  if (theme !== 'dark' && theme !== 'light')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.dataset.theme = theme

  var narrow = matchMedia('(max-width: 767px)')
  var phone = /iPhone|iPod|Android.+Mobile|Windows Phone/i.test(navigator.userAgent)
  function chooseLayout() {
    root.dataset.layout = phone || narrow.matches ? 'mobile' : 'desktop'
  }
  chooseLayout()
  narrow.addEventListener('change', chooseLayout)

  function isHydrated(element) {
    return Object.keys(element).some((key) => key.indexOf('__reactProps') === 0)
  }

  // A field may be filled in before hydration. React would not notice that input, and would clear the
  // field at the next update. The typed value is stored and dispatched again after hydration.
  var early = new Map()
  function kindOf(field) {
    return field.type === 'checkbox' || field.type === 'radio' ? 'checked' : 'value'
  }
  function dispatchTyped(field, typed) {
    var name = kindOf(field)
    // React ignores an event when its own setter saw the same value, so set a different value first.
    field[name] = name === 'checked' ? !typed : ''
    var own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)
    own.set.call(field, typed)
    var kind = name === 'checked' ? 'click' : field.tagName === 'SELECT' ? 'change' : 'input'
    var repeated = new Event(kind, { bubbles: true })
    // The form's values before this input are unknown (drafts.ts).
    repeated.isRepeated = true
    field.dispatchEvent(repeated)
  }
  function dispatchAfterHydration(field, wasHydrated) {
    var typed = early.get(field)
    if (wasHydrated || !field.isConnected) {
      early.delete(field)
      if (field.isConnected) dispatchTyped(field, typed)
      return
    }
    // Check once more after the first success: by then the whole part of the page is hydrated.
    var hydrated = isHydrated(field)
    setTimeout(() => dispatchAfterHydration(field, hydrated), 50)
  }
  addEventListener(
    'input',
    (event) => {
      var field = event.target
      if (!/^(INPUT|TEXTAREA|SELECT)$/.test(field.tagName)) return
      var isWaiting = early.has(field)
      if (!isWaiting && isHydrated(field)) return
      early.set(field, field[kindOf(field)])
      if (!isWaiting) dispatchAfterHydration(field, false)
    },
    true,
  )

  // The same for a form submitted before hydration, or before all early input was dispatched.
  addEventListener(
    'submit',
    (event) => {
      var form = event.target
      var isAllDispatched = Array.from(early.keys()).every((field) => field.form !== form)
      if (isHydrated(form) && isAllDispatched) return
      event.preventDefault()
      event.stopImmediatePropagation()
      var by = event.submitter
      setTimeout(() => form.requestSubmit(by), 100)
    },
    true,
  )

  // The same for a button: a click before hydration is repeated after it. React stops such a click, unless
  // it can hydrate the part immediately; then the click reaches the listener below.
  var pressed = new Set()
  var buttonOf = (event) => event.target.closest('button[type="button"]')
  function clickAfterHydration(button, wasHydrated) {
    if (!pressed.has(button)) return
    if (wasHydrated || !button.isConnected) {
      pressed.delete(button)
      if (button.isConnected) button.click()
      return
    }
    var hydrated = isHydrated(button)
    setTimeout(() => clickAfterHydration(button, hydrated), 50)
  }
  addEventListener(
    'click',
    (event) => {
      var button = buttonOf(event)
      if (!button || isHydrated(button) || pressed.has(button)) return
      pressed.add(button)
      clickAfterHydration(button, false)
    },
    true,
  )
  addEventListener('click', (event) => {
    var button = buttonOf(event)
    if (button && isHydrated(button)) pressed.delete(button)
  })

  // The browser fires this event once and early; features/pwa shows the offer later.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installOffer = event
    dispatchEvent(new Event('installoffer'))
  })

  var seen = stored(sessionStorage, 'start_screen_seen')
  var isBare = document.currentScript.dataset.withoutSplash !== undefined
  if (!seen && !isBare && location.pathname.indexOf('/auth/') !== 0) {
    root.dataset.splash = 'shown'
    // If the scripts never load, the prerendered page must not stay covered.
    setTimeout(() => {
      delete root.dataset.splash
    }, 8000)
  }
})()
