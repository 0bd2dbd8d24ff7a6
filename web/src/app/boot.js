// Runs before the first paint: the theme and the layout are on <html> before anything is drawn, and
// the start screen is asked for on the first visit of a browser session. Old syntax on purpose.
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

  // A form may be sent before React has taken it over: it then waits, and is sent as if just now.
  addEventListener(
    'submit',
    (event) => {
      var form = event.target
      if (Object.keys(form).some((key) => key.indexOf('__reactProps') === 0)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      var by = event.submitter
      setTimeout(() => form.requestSubmit(by), 100)
    },
    true,
  )

  var seen = stored(sessionStorage, 'start_screen_seen')
  if (!seen && location.pathname.indexOf('/auth/') !== 0) {
    root.dataset.splash = 'shown'
    // Should the scripts never arrive, the prerendered page must not stay covered.
    setTimeout(() => {
      delete root.dataset.splash
    }, 8000)
  }
})()
