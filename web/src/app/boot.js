// Runs before the first paint: the theme and the layout are on <html> before anything is drawn, and
// the start screen is asked for on the first visit of a browser session. Nothing translates it:
// syntax of 2015 at most.
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

  function isAlive(element) {
    return Object.keys(element).some((key) => key.indexOf('__reactProps') === 0)
  }

  // A field may be filled in before React has taken it over: React would then never hear of it, and
  // empty it when a neighbour changes. What was typed is kept, and told as if just now.
  var early = new Map()
  function kindOf(field) {
    return field.type === 'checkbox' || field.type === 'radio' ? 'checked' : 'value'
  }
  function tell(field, typed) {
    var name = kindOf(field)
    // React compares with what it last saw through its own setter, so that has to be something else.
    field[name] = name === 'checked' ? !typed : ''
    var own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)
    own.set.call(field, typed)
    var kind = name === 'checked' ? 'click' : field.tagName === 'SELECT' ? 'change' : 'input'
    field.dispatchEvent(new Event(kind, { bubbles: true }))
  }
  function tellWhenAlive(field, wasAlive) {
    var typed = early.get(field)
    if (wasAlive || !field.isConnected) {
      early.delete(field)
      if (field.isConnected) tell(field, typed)
      return
    }
    // Once more after it is alive: its part of the page has then been taken over as a whole.
    var alive = isAlive(field)
    setTimeout(() => tellWhenAlive(field, alive), 50)
  }
  addEventListener(
    'input',
    (event) => {
      var field = event.target
      if (!/^(INPUT|TEXTAREA|SELECT)$/.test(field.tagName)) return
      var isWaiting = early.has(field)
      if (!isWaiting && isAlive(field)) return
      early.set(field, field[kindOf(field)])
      if (!isWaiting) tellWhenAlive(field, false)
    },
    true,
  )

  // The same for a form that is sent before it lives, or before all that was typed has been told.
  addEventListener(
    'submit',
    (event) => {
      var form = event.target
      var isToldAll = Array.from(early.keys()).every((field) => field.form !== form)
      if (isAlive(form) && isToldAll) return
      event.preventDefault()
      event.stopImmediatePropagation()
      var by = event.submitter
      setTimeout(() => form.requestSubmit(by), 100)
    },
    true,
  )

  // And for a button: a press that nobody hears is made once more as soon as somebody does. React lets no
  // such press through, unless it can take the part over at once; then the press arrives here at last.
  var pressed = new Set()
  var buttonOf = (event) => event.target.closest('button[type="button"]')
  function pressWhenAlive(button, wasAlive) {
    if (!pressed.has(button)) return
    if (wasAlive || !button.isConnected) {
      pressed.delete(button)
      if (button.isConnected) button.click()
      return
    }
    var alive = isAlive(button)
    setTimeout(() => pressWhenAlive(button, alive), 50)
  }
  addEventListener(
    'click',
    (event) => {
      var button = buttonOf(event)
      if (!button || isAlive(button) || pressed.has(button)) return
      pressed.add(button)
      pressWhenAlive(button, false)
    },
    true,
  )
  addEventListener('click', (event) => {
    var button = buttonOf(event)
    if (button && isAlive(button)) pressed.delete(button)
  })

  // The browser offers the installation once and early; features/pwa shows it when there is a reason to.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installOffer = event
    dispatchEvent(new Event('installoffer'))
  })

  var seen = stored(sessionStorage, 'start_screen_seen')
  var isBare = document.currentScript.dataset.withoutSplash !== undefined
  if (!seen && !isBare && location.pathname.indexOf('/auth/') !== 0) {
    root.dataset.splash = 'shown'
    // Should the scripts never arrive, the prerendered page must not stay covered.
    setTimeout(() => {
      delete root.dataset.splash
    }, 8000)
  }
})()
